// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Holdings {
    function balanceOf(address holder) external view returns (uint256);
}

/// Asks before it pays: a STATICCALL stands between two payments.
contract Inquirer {
    /// Half of the value goes to `to`, the rest back to the sender.
    function payHolder(Holdings token, address payable to) external payable {
        uint256 half = msg.value / 2;
        pay(to, half);
        token.balanceOf(to);
        pay(payable(msg.sender), msg.value - half);
    }

    function pay(address payable to, uint256 value) private {
        (bool success, ) = to.call{value: value}("");
        require(success, "payment failed");
    }
}
