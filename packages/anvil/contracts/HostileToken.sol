// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token that breaks every promise: its texts, its answers and its logs.
contract HostileToken {
    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");
    bytes32 private constant SINGLE = keccak256("TransferSingle(address,address,address,uint256,uint256)");
    bytes32 private constant BATCH = keccak256("TransferBatch(address,address,address,uint256[],uint256[])");
    bytes32 private constant DEPOSIT = keccak256("Deposit(address,uint256)");
    bytes32 private constant WITHDRAWAL = keccak256("Withdrawal(address,uint256)");

    /// Ten kilobytes: control characters, a right-to-left override, markup, bytes that are no UTF-8. Doubled, not filled
    /// byte by byte: that takes half a second of an EVM in JavaScript.
    function name() external pure returns (string memory) {
        bytes memory text = hex"00071b5b33316d0d0ae280ae3c7363726970743e616c6572742831293c2f7363726970743eff";
        while (text.length < 10_240) text = bytes.concat(text, text);
        assembly {
            mstore(text, 10240)
        }
        return string(text);
    }

    /// As tokens of 2017 answered, before the standard said string.
    function symbol() external pure returns (bytes32) {
        return "HOSTILE";
    }

    function decimals() external pure returns (uint8) {
        revert("no decimals");
    }

    function balanceOf(address) external pure returns (uint256) {
        revert("no balance");
    }

    /// A log with any topics and data. @param count of topics that are used
    function log(uint256 count, bytes32[4] calldata t, bytes calldata data) public {
        bytes memory copy = data;
        bytes32[4] memory topics = t;
        assembly {
            let start := add(copy, 32)
            let size := mload(copy)
            switch count
            case 0 {
                log0(start, size)
            }
            case 1 {
                log1(start, size, mload(topics))
            }
            case 2 {
                log2(start, size, mload(topics), mload(add(topics, 32)))
            }
            case 3 {
                log3(start, size, mload(topics), mload(add(topics, 32)), mload(add(topics, 64)))
            }
            default {
                log4(
                    start,
                    size,
                    mload(topics),
                    mload(add(topics, 32)),
                    mload(add(topics, 64)),
                    mload(add(topics, 96))
                )
            }
        }
    }

    /// Everything that looks like a transfer and is none, or nearly none.
    function shout(address to) external {
        bytes32 from = bytes32(uint256(uint160(msg.sender)));
        bytes32 target = bytes32(uint256(uint160(to)));
        // No amount, a cut amount, more than an amount.
        this.log(3, [TRANSFER, from, target, 0], "");
        this.log(3, [TRANSFER, from, target, 0], hex"01");
        this.log(3, [TRANSFER, from, target, 0], abi.encode(uint256(1), uint256(2)));
        // Addresses with more than 20 bytes.
        this.log(3, [TRANSFER, ~bytes32(0), target, 0], abi.encode(uint256(7)));
        // Too few topics, nothing but the topic.
        this.log(2, [TRANSFER, from, 0, 0], abi.encode(uint256(7)));
        this.log(1, [TRANSFER, bytes32(0), 0, 0], "");
        this.log(0, [bytes32(0), 0, 0, 0], abi.encode(msg.sender, to, uint256(7)));
        // Four topics and data.
        this.log(4, [TRANSFER, from, target, bytes32(uint256(9))], abi.encode(uint256(1)));
        shoutItems(from, target);
        this.log(2, [DEPOSIT, target, 0, 0], "");
        this.log(3, [WITHDRAWAL, target, from, 0], abi.encode(uint256(5)));
    }

    /// The largest amount there is, of which nobody has any.
    function boast(address to) external {
        bytes32 target = bytes32(uint256(uint160(to)));
        this.log(3, [TRANSFER, bytes32(0), target, 0], abi.encode(type(uint256).max));
    }

    /// As tokens from before the standard: nothing is indexed.
    function whisper(address to, uint256 value) external {
        this.log(1, [TRANSFER, bytes32(0), 0, 0], abi.encode(msg.sender, to, value));
    }

    function shoutItems(bytes32 from, bytes32 to) private {
        this.log(4, [SINGLE, from, from, to], abi.encode(uint256(1)));
        this.log(4, [BATCH, from, from, to], "");
        // Offsets and lengths that point nowhere, or claim more than there is.
        this.log(4, [BATCH, from, from, to], abi.encode(type(uint256).max, uint256(64), uint256(1), uint256(1)));
        this.log(4, [BATCH, from, from, to], abi.encode(uint256(64), uint256(96), type(uint256).max, uint256(1)));
        this.log(4, [BATCH, from, from, to], abi.encode(uint256(64), uint256(64), uint256(1) << 32, uint256(1)));
        // Two ids and one amount.
        uint256[] memory ids = new uint256[](2);
        uint256[] memory values = new uint256[](1);
        this.log(4, [BATCH, from, from, to], abi.encode(ids, values));
    }
}
