// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Moves ether by internal calls of every kind.
contract Splitter {
    receive() external payable {}

    /// Pays equal shares; the rest of the division stays here.
    function split(address payable[] calldata to) external payable {
        uint256 share = msg.value / to.length;
        for (uint256 i = 0; i < to.length; i++) pay(to[i], share);
    }

    /// Sends the value through `depth` calls to itself before it pays.
    function nested(uint256 depth, address payable to) external payable {
        if (depth == 0) pay(to, msg.value);
        else this.nested{value: msg.value}(depth - 1, to);
    }

    /// An inner call that pays and then reverts, which is caught; then a payment that stands.
    function payDespiteFailure(address payable lost, address payable to) external payable {
        try this.payAndRevert{value: msg.value / 2}(lost) {
            revert("unreachable");
        } catch {
            pay(to, msg.value / 2);
        }
    }

    function payAndRevert(address payable to) external payable {
        pay(to, msg.value);
        revert("taken back");
    }

    /// The code of `library_` pays out of this contract's balance.
    function payByDelegate(address library_, address payable to) external payable {
        (bool success, ) = library_.delegatecall(abi.encodeCall(PayoutLibrary.pay, (to, msg.value)));
        require(success, "delegate failed");
    }

    /// Pays an address and gets everything back in the same transaction.
    function roundTrip(Bouncer bouncer) external payable {
        bouncer.bounce{value: msg.value}();
        pay(payable(msg.sender), msg.value);
    }

    function pay(address payable to, uint256 value) private {
        (bool success, ) = to.call{value: value}("");
        require(success, "payment failed");
    }
}

/// Code for delegatecall.
contract PayoutLibrary {
    function pay(address payable to, uint256 value) external payable {
        (bool success, ) = to.call{value: value}("");
        require(success, "payment failed");
    }
}

/// Sends back what it gets.
contract Bouncer {
    function bounce() external payable {
        (bool success, ) = msg.sender.call{value: msg.value}("");
        require(success, "bounce failed");
    }
}
