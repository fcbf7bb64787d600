// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Refuses everything.
contract Reverter {
    event Transfer(address indexed from, address indexed to, uint256 value);

    receive() external payable {
        revert("no ether please");
    }

    /// Emits a log that the revert takes back.
    function fail() external payable {
        emit Transfer(address(0), msg.sender, 1);
        revert("always");
    }

    /// Uses up all gas.
    function exhaust() external payable {
        assembly {
            invalid()
        }
    }
}
