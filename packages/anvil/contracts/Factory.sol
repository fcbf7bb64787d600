// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Keeps ether until it destroys itself.
contract Mortal {
    constructor() payable {}

    receive() external payable {}

    function destroy(address payable beneficiary) external {
        selfdestruct(beneficiary);
    }
}

/// Destroys itself while it is being created. With itself as beneficiary, its ether is burned (EIP-6780).
contract Stillborn {
    constructor(bool toItself, address payable beneficiary) payable {
        selfdestruct(toItself ? payable(address(this)) : beneficiary);
    }
}

contract Unborn {
    constructor() payable {
        revert("never");
    }
}

/// Creates contracts with value, by CREATE and CREATE2.
contract Factory {
    event Created(address child);

    receive() external payable {}

    function create() external payable {
        emit Created(address(new Mortal{value: msg.value}()));
    }

    function create2(bytes32 salt) external payable {
        emit Created(address(new Mortal{value: msg.value, salt: salt}()));
    }

    /// A creation that fails and is caught: the value stays here.
    function createInVain() external payable {
        try new Unborn{value: msg.value}() {
            revert("unreachable");
        } catch {}
    }

    /// Creates, pays again and destroys, all in one transaction.
    function createAndDestroy(address payable beneficiary) external payable {
        Mortal child = new Mortal{value: msg.value / 2}();
        (bool success, ) = address(child).call{value: msg.value / 2}("");
        require(success, "payment failed");
        child.destroy(beneficiary);
        emit Created(address(child));
    }

    /// Creates a contract that gives its ether to itself and is gone: the ether is burned.
    function createAndBurn() external payable {
        Mortal child = new Mortal{value: msg.value}();
        child.destroy(payable(address(child)));
        emit Created(address(child));
    }

    /// Pays a contract that has destroyed itself earlier in this transaction: burned at its end.
    function payTheDestroyed(address payable beneficiary) external payable {
        Mortal child = new Mortal{value: msg.value / 2}();
        child.destroy(beneficiary);
        (bool success, ) = address(child).call{value: msg.value / 2}("");
        require(success, "payment failed");
    }
}
