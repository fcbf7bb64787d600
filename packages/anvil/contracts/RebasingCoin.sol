// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Balances grow for everybody at once, without a log.
contract RebasingCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Rebasing Coin";
    string public constant symbol = "REB";
    uint8 public constant decimals = 9;
    uint256 public percent = 100;
    mapping(address => uint256) private shares;

    function mint(address to, uint256 value) external {
        shares[to] += value * 100;
        emit Transfer(address(0), to, (value * 100 * percent) / 10_000);
    }

    function rebase(uint256 percent_) external {
        percent = percent_;
    }

    function balanceOf(address account) public view returns (uint256) {
        return (shares[account] * percent) / 10_000;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 moved = (value * 10_000) / percent;
        shares[msg.sender] -= moved;
        shares[to] += moved;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
