// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fungible} from "./Ledgers.sol";

contract PlainToken is Fungible {}

/// All of it is there from the constructor on, whose log is the first of the contract.
contract BornRich is Fungible {
    constructor(address to) {
        held[to] = 1000;
        emit Transfer(address(0), to, 1000);
    }
}

/// All of it is the contract's own from the constructor on, without a log, and moves in the same block.
contract BornSilent is Fungible {
    constructor(address to) {
        held[address(this)] = 1000;
        move(address(this), to, 1000);
    }
}

/// All of it is its maker's, without a log.
contract SilentSupply is Fungible {
    constructor() {
        held[msg.sender] = 1000;
    }
}

/// Makes tokens, and hands out all of each in the same block.
contract Distributor {
    constructor(address to) {
        again(to);
    }

    function again(address to) public {
        new SilentSupply().transfer(to, 1000);
    }
}

/// Keeps a tenth of what is transferred, and logs all of it.
contract FeeToken is Fungible {
    function move(address from, address to, uint256 value) internal override {
        held[from] -= value;
        held[to] += value - value / 10;
        held[address(this)] += value / 10;
        tell(from, to, value);
    }
}

/// Keeps a tenth, and logs who got what.
contract LoggedFeeToken is Fungible {
    function move(address from, address to, uint256 value) internal override {
        held[from] -= value;
        held[to] += value - value / 10;
        held[address(this)] += value / 10;
        tell(from, to, value - value / 10);
        tell(from, address(this), value / 10);
    }
}

/// Slot 0 has shares; slot 2 what a share is worth.
contract RebasingToken is Fungible {
    uint256 public index = 1;

    function balanceOf(address holder) external view override returns (uint256) {
        return held[holder] * index;
    }

    function rebase(uint256 to) external {
        index = to;
    }

    function move(address from, address to, uint256 value) internal override {
        held[from] -= value / index;
        held[to] += value / index;
        tell(from, to, value);
    }
}

/// Mints without an event.
contract SilentMint is Fungible {
    function mint(address to, uint256 value) external override {
        held[to] += value;
    }
}

/// A transfer that is logged, and moves nothing.
contract NoOpTransfer is Fungible {
    function move(address from, address to, uint256 value) internal override {
        tell(from, to, value);
    }
}

/// The largest number stands for everything that the sender has.
contract WholeBalance is Fungible {
    function move(address from, address to, uint256 value) internal override {
        if (value == type(uint256).max) value = held[from];
        super.move(from, to, value);
    }
}

/// Lends what it does not have within a call (EIP-3156), in two logs.
contract FlashMint is Fungible {
    function flash(uint256 value) external {
        held[msg.sender] += value;
        tell(address(0), msg.sender, value);
        held[msg.sender] -= value;
        tell(msg.sender, address(0), value);
    }
}

/// Amounts of 96 bits, two of them in a word.
contract Uint96Token is Fungible {
    struct Account {
        uint96 amount;
        uint96 votes;
    }
    mapping(address => Account) internal accounts;

    function balanceOf(address holder) external view override returns (uint256) {
        return accounts[holder].amount;
    }

    function mint(address to, uint256 value) external override {
        accounts[to].amount += uint96(value);
        accounts[to].votes = type(uint96).max;
        tell(address(0), to, value);
    }

    function move(address from, address to, uint256 value) internal override {
        require(value <= type(uint96).max, "more than 96 bits");
        accounts[from].amount -= uint96(value);
        accounts[to].amount += uint96(value);
        tell(from, to, value);
    }
}
