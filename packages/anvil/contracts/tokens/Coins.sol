// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fungible} from "./Ledgers.sol";

/// WETH9: wrapping and unwrapping log Deposit and Withdrawal, and no Transfer. Any call is a deposit.
contract WrappedCoin {
    string public name = "Wrapped Ether";
    string public symbol = "WETH";
    uint8 public decimals = 18;
    event Approval(address indexed src, address indexed guy, uint256 wad);
    event Transfer(address indexed src, address indexed dst, uint256 wad);
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);
    mapping(address => uint256) public balanceOf;

    receive() external payable {
        deposit();
    }

    fallback() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        payable(msg.sender).transfer(wad);
        emit Withdrawal(msg.sender, wad);
    }

    function transfer(address dst, uint256 wad) external returns (bool) {
        balanceOf[msg.sender] -= wad;
        balanceOf[dst] += wad;
        emit Transfer(msg.sender, dst, wad);
        return true;
    }
}

/// Wraps for others, as routers do, and logs who got it.
contract WrapsForOthers is Fungible {
    event Deposit(address indexed dst, uint256 wad);

    function depositTo(address to) external payable {
        held[to] += msg.value;
        emit Deposit(to, msg.value);
    }
}

/// Logs a mint and a burn beside Deposit and Withdrawal.
contract WrappedWithMint is Fungible {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    function deposit() external payable {
        held[msg.sender] += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        held[msg.sender] -= wad;
        payable(msg.sender).transfer(wad);
        emit Withdrawal(msg.sender, wad);
        emit Transfer(msg.sender, address(0), wad);
    }
}

/// A wallet of several owners: it logs what it is paid and what it pays, and is no token.
contract Multisig {
    event Deposit(address indexed sender, uint256 value);
    event Withdrawal(address indexed to, uint256 value);

    receive() external payable {
        emit Deposit(msg.sender, msg.value);
    }

    function pay(address payable to, uint256 value) external {
        emit Withdrawal(to, value);
        to.transfer(value);
    }
}

/// Keeps coins for those who deposit them, at half the number of points, which are no coins.
contract PointsForCoins {
    event Deposit(address indexed user, uint256 value);
    mapping(address => uint256) public balanceOf;

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value / 2;
        emit Deposit(msg.sender, msg.value);
    }
}

/// A vault that logs the deposit of assets, in the words of wrapped coins, beside the mint of fewer shares.
contract LoggingVault is Fungible {
    event Deposit(address indexed user, uint256 assets);
    event Withdrawal(address indexed user, uint256 assets);

    function deposit(uint256 assets) external {
        uint256 shares = (assets * 97) / 100;
        held[msg.sender] += shares;
        emit Deposit(msg.sender, assets);
        emit Transfer(address(0), msg.sender, shares);
    }

    function withdraw(uint256 shares) external {
        held[msg.sender] -= shares;
        emit Withdrawal(msg.sender, (shares * 100) / 97);
        emit Transfer(msg.sender, address(0), shares);
    }
}

/// ERC-4626: events of its own beside the shares' mint and burn.
contract Erc4626 is Fungible {
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(
        address indexed sender,
        address indexed receiver,
        address indexed owner,
        uint256 assets,
        uint256 shares
    );

    function deposit(uint256 assets, address owner) external {
        held[owner] += assets / 2;
        tell(address(0), owner, assets / 2);
        emit Deposit(msg.sender, owner, assets, assets / 2);
    }

    function redeem(uint256 shares) external {
        held[msg.sender] -= shares;
        tell(msg.sender, address(0), shares);
        emit Withdraw(msg.sender, msg.sender, msg.sender, shares * 2, shares);
    }
}
