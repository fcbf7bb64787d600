// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A price that drifts around a figure, in the way of Chainlink's aggregators. Nobody has to write it: each block has its own.
contract PriceFeed {
    uint8 public constant decimals = 8;
    bytes32 private immutable pair;
    int256 private immutable middle;

    /// @param pair_ "BTC / USD", of at most 32 bytes
    constructor(bytes32 pair_, int256 middle_) {
        pair = pair_;
        middle = middle_;
    }

    function description() external view returns (string memory) {
        uint256 length = 0;
        while (length < 32 && pair[length] != 0) length++;
        bytes memory text = new bytes(length);
        for (uint256 at = 0; at < length; at++) text[at] = pair[at];
        return string(text);
    }

    /// Within a percent of the middle, once up and down in four hours.
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 phase = (block.timestamp / 60) % 240;
        int256 step = int256(phase < 120 ? phase : 240 - phase) - 60;
        int256 answer = middle + (middle * step) / 6000;
        return (1, answer, block.timestamp, block.timestamp, 1);
    }
}
