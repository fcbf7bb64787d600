// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// One percent of a transfer is kept, and the log tells the full amount.
contract TaxedCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Taxed Coin";
    string public constant symbol = "TAX";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    constructor(uint256 supply) {
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 tax = value / 100;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - tax;
        balanceOf[address(this)] += tax;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
