// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fungible} from "./Ledgers.sol";

contract FirstVersion is Fungible {
    function symbol() external pure override returns (string memory) {
        return "V1";
    }
}

contract SecondVersion is Fungible {
    function decimals() external pure override returns (uint8) {
        return 6;
    }

    function symbol() external pure override returns (string memory) {
        return "V2";
    }
}

abstract contract Delegating {
    function implementation() internal view virtual returns (address);

    fallback() external payable {
        address to = implementation();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 {
                revert(0, returndatasize())
            }
            default {
                return(0, returndatasize())
            }
        }
    }
}

/// EIP-1967, with its event.
contract Proxy is Delegating {
    event Upgraded(address indexed implementation);
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address to) {
        upgrade(to);
    }

    function upgrade(address to) public {
        assembly {
            sstore(SLOT, to)
        }
        emit Upgraded(to);
    }

    function implementation() internal view override returns (address to) {
        assembly {
            to := sload(SLOT)
        }
    }
}

/// EIP-1967 without an event: only the slot says it.
contract SilentProxy is Delegating {
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address to) {
        upgrade(to);
    }

    function upgrade(address to) public {
        assembly {
            sstore(SLOT, to)
        }
    }

    function implementation() internal view override returns (address to) {
        assembly {
            to := sload(SLOT)
        }
    }
}

/// EIP-1167: a copy that has no code of its own to speak of.
contract Cloner {
    address public clone;

    constructor(address of_) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            of_,
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        address made;
        assembly {
            made := create(0, add(code, 32), mload(code))
        }
        clone = made;
    }
}

/// EIP-2535: each function has a facet.
contract Diamond is Delegating {
    bytes32 private constant FACETS = keccak256("facets");
    event DiamondCut(address facet, bytes4 selector);

    constructor(address facet, bytes4[] memory selectors) {
        for (uint256 n = 0; n < selectors.length; n++) cut(selectors[n], facet);
    }

    function cut(bytes4 selector, address facet) public {
        bytes32 slot = keccak256(abi.encode(selector, FACETS));
        assembly {
            sstore(slot, facet)
        }
        emit DiamondCut(facet, selector);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x48e2b093;
    }

    function implementation() internal view override returns (address facet) {
        bytes32 slot = keccak256(abi.encode(msg.sig, FACETS));
        assembly {
            facet := sload(slot)
        }
        require(facet != address(0), "no facet");
    }
}

/// A token that ends when it is told to.
contract Mortal18 is Fungible {
    function symbol() external pure override returns (string memory) {
        return "ONE";
    }

    function end() external {
        selfdestruct(payable(msg.sender));
    }
}

contract Mortal6 is Fungible {
    function decimals() external pure override returns (uint8) {
        return 6;
    }

    function symbol() external pure override returns (string memory) {
        return "TWO";
    }

    function end() external {
        selfdestruct(payable(msg.sender));
    }
}

/// Makes contracts of any code at one address: the code that creates them copies another contract's.
contract Rebirth {
    address public source;
    address public made;

    function make(address from) public {
        source = from;
        // Asks who creates it whose code to take, and takes it.
        bytes memory creation = hex"6367e828bf5f5260205f6004601c335afa505f51803b805f5f843c5ff3";
        address child;
        assembly {
            child := create2(0, add(creation, 32), mload(creation), 0)
        }
        require(child != address(0), "not made");
        made = child;
    }

    /// From Cancun on a contract ends only in the transaction that made it (EIP-6780).
    function makeMintAndEnd(address from, address to, uint256 value) external {
        make(from);
        Mortal18(made).mint(to, value);
        Mortal18(made).end();
    }
}
