// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection, Fungible, MultiToken} from "./Ledgers.sol";

contract PlainCollection is Collection {}

/// The id is not indexed, as in collections from before the standard was final.
contract UnindexedCollection {
    event Transfer(address indexed from, address indexed to, uint256 tokenId);
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    string public constant symbol = "PCL";
    string public constant name = "Parcels";

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(address to, uint256 id) external {
        ownerOf[id] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from && from == msg.sender, "not the owner");
        ownerOf[id] = to;
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        emit Transfer(from, to, id);
    }
}

/// Logs as the standard has it, and says another interface: ENS's first registrar computed its id from a wrong function.
contract NamesForm is Collection {
    function supportsInterface(bytes4 id) external pure override returns (bool) {
        return id == 0x01ffc9a7 || id == 0x28ed4f6c;
    }
}

/// Logs a Transfer of one beside the event that has the id, as CryptoPunks do.
contract PunksForm {
    event Assign(address indexed to, uint256 punkIndex);
    event Transfer(address indexed from, address indexed to, uint256 value);
    event PunkTransfer(address indexed from, address indexed to, uint256 punkIndex);
    mapping(uint256 => address) public punkIndexToAddress;
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 0;
    string public constant symbol = unicode"Ͼ";
    string public constant name = "CRYPTOPUNKS";

    function assign(address to, uint256 id) external {
        punkIndexToAddress[id] = to;
        balanceOf[to] += 1;
        emit Assign(to, id);
    }

    function transferPunk(address to, uint256 id) external {
        require(punkIndexToAddress[id] == msg.sender, "not the owner");
        punkIndexToAddress[id] = to;
        balanceOf[msg.sender] -= 1;
        balanceOf[to] += 1;
        emit Transfer(msg.sender, to, 1);
        emit PunkTransfer(msg.sender, to, id);
    }
}

/// Nothing is indexed in a token of amounts: from before ERC-20 was final.
contract UnindexedToken {
    event Transfer(address from, address to, uint256 value);
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 8;
    string public constant symbol = "UNI";
    string public constant name = "Unindexed";

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

contract PlainItems is MultiToken {}

/// Logs more ids than amounts, and moves nothing.
contract UnevenItems is MultiToken {
    function uneven(address to) external {
        uint256[] memory ids = new uint256[](2);
        uint256[] memory values = new uint256[](1);
        (ids[0], ids[1], values[0]) = (1, 2, 3);
        emit TransferBatch(msg.sender, address(0), to, ids, values);
        emit TransferBatch(msg.sender, address(0), to, values, ids);
        emit TransferBatch(msg.sender, address(0), to, new uint256[](0), new uint256[](0));
    }
}

/// Amounts by ERC-20 and items by ERC-1155 in one contract.
contract AmountsAndItems is MultiToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 18;
    string public constant symbol = "MIX";
    string public constant name = "Mixed";

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Amounts and ids under one topic: a whole token is an NFT, too.
contract AmountsAndIds is Fungible {
    mapping(uint256 => address) public ownerOf;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(address to, uint256 id) external override {
        held[to] += 1;
        ownerOf[id] = to;
        tell(address(0), to, 1);
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            log4(0, 0, topic, 0, to, id)
        }
    }
}
