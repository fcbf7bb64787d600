// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fungible} from "./Ledgers.sol";

/// Returns nothing where the standard wants a boolean.
contract MissingReturn {
    event Transfer(address indexed from, address indexed to, uint256 value);
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 6;
    string public constant symbol = "MIS";
    string public constant name = "Missing";

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

/// Says that it did not, and did.
contract ReturnsFalse is Fungible {
    function transfer(address to, uint256 value) external override returns (bool) {
        move(msg.sender, to, value);
        return false;
    }
}

/// Says that it did not, and did not: no event, no revert.
contract NoRevert is Fungible {
    function transfer(address to, uint256 value) external override returns (bool) {
        if (held[msg.sender] < value) return false;
        move(msg.sender, to, value);
        return true;
    }
}

/// Takes no amount of nothing, and no address of nothing.
contract RevertsOnZero is Fungible {
    function move(address from, address to, uint256 value) internal override {
        require(value != 0 && to != address(0), "nothing");
        super.move(from, to, value);
    }
}

contract Pausable is Fungible {
    bool public paused;

    function pause(bool isPaused) external {
        paused = isPaused;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "paused");
        super.move(from, to, value);
    }
}

/// The balance of who is on its list can be taken, without the owner.
contract Blocklist is Fungible {
    mapping(address => bool) public blocked;

    function block_(address holder, bool isBlocked) external {
        blocked[holder] = isBlocked;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!blocked[from] && !blocked[to], "blocked");
        super.move(from, to, value);
    }

    function seize(address from) external {
        require(blocked[from], "not blocked");
        uint256 value = held[from];
        held[from] = 0;
        tell(from, address(0), value);
    }
}

/// An allowance has to be zero before it is another one.
contract ApprovalRace is Fungible {
    function approve(address spender, uint256 value) external override returns (bool) {
        require(value == 0 || allowance[msg.sender][spender] == 0, "race");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}

/// transferFrom of one's own needs no allowance.
contract SelfAllowance is Fungible {
    function transferFrom(address from, address to, uint256 value) external override returns (bool) {
        if (from != msg.sender) allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}

/// ERC-777: an event of its own beside each that ERC-20 has.
contract Erc777 is Fungible {
    event Sent(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256 amount,
        bytes data,
        bytes operatorData
    );
    event Minted(address indexed operator, address indexed to, uint256 amount, bytes data, bytes operatorData);

    function tell(address from, address to, uint256 value) internal override {
        if (from == address(0)) emit Minted(msg.sender, to, value, "", "");
        else emit Sent(msg.sender, from, to, value, "", "");
        emit Transfer(from, to, value);
    }
}

/// Two contracts of one ledger; the older entry hands calls on, and has no events.
contract TwoEntries is Fungible {
    function moveFor(address from, address to, uint256 value) external {
        move(from, to, value);
    }
}

contract OldEntry {
    TwoEntries private immutable target;

    constructor(TwoEntries to) {
        target = to;
    }

    function balanceOf(address holder) external view returns (uint256) {
        return target.balanceOf(holder);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        target.moveFor(msg.sender, to, value);
        return true;
    }
}

/// The events and the view are here, the ledger is a contract of its own.
contract FarLedger {
    mapping(address => uint256) public held;

    function add(address to, uint256 value) external {
        held[to] += value;
    }

    function move(address from, address to, uint256 value) external {
        held[from] -= value;
        held[to] += value;
    }
}

contract FrontToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    FarLedger public immutable ledger = new FarLedger();
    uint8 public constant decimals = 18;
    string public constant symbol = "FRT";
    string public constant name = "Front";

    function balanceOf(address holder) external view returns (uint256) {
        return ledger.held(holder);
    }

    function mint(address to, uint256 value) external {
        ledger.add(to, value);
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        ledger.move(msg.sender, to, value);
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
