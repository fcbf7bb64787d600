// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Who has what is in slot 0 of each of these, so that tests read it from the storage itself.

/// ERC-20 as the standard has it. Others differ from it in one thing each.
abstract contract Fungible {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    mapping(address => uint256) internal held;
    mapping(address => mapping(address => uint256)) public allowance;

    function decimals() external view virtual returns (uint8) {
        return 18;
    }

    function symbol() external view virtual returns (string memory) {
        return "TOK";
    }

    function name() external view virtual returns (string memory) {
        return "Token";
    }

    function balanceOf(address holder) external view virtual returns (uint256) {
        return held[holder];
    }

    function approve(address spender, uint256 value) external virtual returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external virtual returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function mint(address to, uint256 value) external virtual {
        held[to] += value;
        tell(address(0), to, value);
    }

    function burn(uint256 value) external virtual {
        held[msg.sender] -= value;
        tell(msg.sender, address(0), value);
    }

    function move(address from, address to, uint256 value) internal virtual {
        held[from] -= value;
        held[to] += value;
        tell(from, to, value);
    }

    function tell(address from, address to, uint256 value) internal virtual {
        emit Transfer(from, to, value);
    }
}

/// ERC-721 as the standard has it, but for approvals.
abstract contract Collection {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;

    function symbol() external view virtual returns (string memory) {
        return "NFT";
    }

    function name() external view virtual returns (string memory) {
        return "Collection";
    }

    function supportsInterface(bytes4 id) external view virtual returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(address to, uint256 id) external {
        require(ownerOf[id] == address(0), "minted");
        ownerOf[id] = to;
        balanceOf[to] += 1;
        tell(address(0), to, id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from && from == msg.sender, "not the owner");
        ownerOf[id] = to;
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        tell(from, to, id);
    }

    function tell(address from, address to, uint256 id) internal virtual {
        emit Transfer(from, to, id);
    }
}

/// ERC-1155 as the standard has it, but for approvals.
abstract contract MultiToken {
    event TransferSingle(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256 id,
        uint256 value
    );
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] values
    );

    mapping(uint256 => mapping(address => uint256)) internal items;

    function supportsInterface(bytes4 id) external view virtual returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function balanceOf(address holder, uint256 id) external view returns (uint256) {
        return items[id][holder];
    }

    function mintItem(address to, uint256 id, uint256 value) external {
        items[id][to] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function moveItem(address to, uint256 id, uint256 value) external {
        items[id][msg.sender] -= value;
        items[id][to] += value;
        emit TransferSingle(msg.sender, msg.sender, to, id, value);
    }

    function mintItems(address to, uint256[] calldata ids, uint256[] calldata values) external {
        for (uint256 n = 0; n < ids.length; n++) items[ids[n]][to] += values[n];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }
}
