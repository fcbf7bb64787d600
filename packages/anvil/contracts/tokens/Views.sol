// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fungible} from "./Ledgers.sol";

/// Logs and storage of ERC-20, whose views do what the contracts below want.
abstract contract OddViews {
    event Transfer(address indexed from, address indexed to, uint256 value);
    mapping(address => uint256) internal held;

    function mint(address to, uint256 value) external {
        held[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        held[msg.sender] -= value;
        held[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    fallback() external {
        answer();
    }

    function answer() internal view virtual;
}

contract RevertingViews is OddViews {
    function answer() internal pure override {
        revert("no answer");
    }
}

contract GasBurner is OddViews {
    function answer() internal pure override {
        for (;;) {}
    }
}

/// A megabyte for every question.
contract EndlessAnswers is OddViews {
    function answer() internal pure override {
        assembly {
            return(0, 1000000)
        }
    }
}

/// One byte for every question.
contract ShortAnswers is OddViews {
    function answer() internal pure override {
        assembly {
            mstore8(0, 1)
            return(0, 1)
        }
    }
}

/// The code is gone before anybody could ask.
contract Stillborn20 {
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address to) {
        emit Transfer(address(0), to, 5);
        selfdestruct(payable(to));
    }
}

/// Says yes to every interface, also to the one that nobody may have: so it has no ERC-165.
contract YesToAll is Fungible {
    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }
}

/// Says that it is ERC-721, and is ERC-20 in everything else.
contract Says721 is Fungible {
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }
}

/// Says that it is ERC-1155, and is ERC-20 in everything else.
contract Says1155 is Fungible {
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }
}

/// ERC-20 that indexes the amount as well.
contract IndexedAmount {
    event Transfer(address indexed from, address indexed to, uint256 indexed value);
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 18;
    string public constant symbol = "IDX";
    string public constant name = "Indexed";

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Logs whatever it is told to, as spam does. Nobody has any of it.
contract Forger {
    event Transfer(address indexed from, address indexed to, uint256 value);
    uint8 public constant decimals = 6;
    string public constant symbol = "USDC";
    string public constant name = "USD Coin";

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function forge(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
