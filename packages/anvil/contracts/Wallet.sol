// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Code for an account of a person (EIP-7702): several payments in one transaction.
contract Wallet {
    receive() external payable {}

    function payMany(address payable[] calldata to, uint256 value) external payable {
        require(msg.sender == address(this), "only its owner");
        for (uint256 i = 0; i < to.length; i++) {
            (bool success, ) = to[i].call{value: value}("");
            require(success, "payment failed");
        }
    }
}
