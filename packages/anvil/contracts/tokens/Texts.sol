// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fungible} from "./Ledgers.sol";

contract LowDecimals is Fungible {
    function decimals() external pure override returns (uint8) {
        return 2;
    }
}

contract HighDecimals is Fungible {
    function decimals() external pure override returns (uint8) {
        return 24;
    }
}

contract NoDecimals is Fungible {
    function decimals() external pure override returns (uint8) {
        revert("none");
    }
}

/// More places than any amount has digits, in more bits than the standard has.
contract AbsurdDecimals {
    event Transfer(address indexed from, address indexed to, uint256 value);
    mapping(address => uint256) public balanceOf;
    uint256 public constant decimals = 300;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Texts of 32 bytes, from before the standard said string.
contract Bytes32Texts {
    event Transfer(address indexed from, address indexed to, uint256 value);
    mapping(address => uint256) public balanceOf;
    uint256 public constant decimals = 18;
    bytes32 public constant symbol = "B32";
    bytes32 public constant name = "Bytes of 32";

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Ten kilobytes: control characters, a right-to-left override, markup, bytes that are no UTF-8.
contract HugeTexts is Fungible {
    function symbol() external pure override returns (string memory) {
        return unicode"\u202eCDSU<script>alert(1)</script>\u0000";
    }

    function name() external pure override returns (string memory) {
        bytes memory text = new bytes(10_240);
        bytes memory pattern = hex"00071b5b33316d0d0ae280ae3c7363726970743e616c6572742831293c2f7363726970743eff";
        for (uint256 n = 0; n < text.length; n++) text[n] = pattern[n % pattern.length];
        return string(text);
    }
}

contract EmptyTexts is Fungible {
    function symbol() external pure override returns (string memory) {
        return "";
    }

    function name() external pure override returns (string memory) {
        return unicode"\u200b \u0007";
    }
}

/// All of them may be set anew.
contract Renamed is Fungible {
    uint8 private places = 18;
    string private sign = "OLD";

    function decimals() external view override returns (uint8) {
        return places;
    }

    function symbol() external view override returns (string memory) {
        return sign;
    }

    function rename(uint8 to, string calldata as_) external {
        (places, sign) = (to, as_);
    }
}
