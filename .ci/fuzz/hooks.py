"""What no document can say: which addresses, transactions and blocks the server has, and that all of them are found."""

import os
import sys
import time
import zlib
from collections import defaultdict
from functools import cache

import hypothesis
import requests
import schemathesis
from hypothesis.internal.conjecture.engine import ConjectureRunner
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import RejectedPositiveData

API = os.environ["API"]
# A demo begins with ten chains of some hundred blocks each, and CI has other work beside it.
START_SECONDS = 240
# Those of the demo.
CHAIN_COUNT = 11
# What parameters are called, and what the values of theirs are called in answers.
NAMED = {
    "address": {"address", "from", "to"},
    "txid": {"txid"},
    "asset": {"asset"},
    "block": {"blockHash", "blockHeight"},
}
# Ends of a part of a history: each may be named in one way, and the first is not above the last.
BOUNDS = {"from", "fromHeight", "fromTime", "to", "toHeight", "toTime"}
# Query parameters that are filled in here, or whose schemas say all that is asked of them. Rules between others are not to be seen there.
DESCRIBED = {"limit", "offset", "order", "usd", "at", "direction", "spam", "fields", "format", "height", "cursor", "address", "gap", "branch", "use"} | BOUNDS
# Chains that answer in the form of Esplora.
WITH_OUTPUTS = {"btc", "ltc", "bch", "doge", "zec"}
# Problems that tell of a kind of chain, not of a value.
HAS_NONE = {"no-unspent-outputs", "no-mempool", "no-raw-transactions", "no-descriptors"}

# Accounts of an extended key of test networks, which demos follow: mostly without transactions. A stream takes no
# key alone whose kind no use tells. A slash in a path is sent as it is, which makes it another path.
KEY = "tpubDCXZhr2gyU3AsjyhdMmLs8MWsyMTcnjRB5A1UYshxLwaLe6nc9QxFTLUEent47xh2RvUDQekahUW1A3Xr2iTjEsSQqeG3q3JW5YiV9Mrg6z"
DESCRIPTORS = [f"pkh({KEY})", KEY, f"pkh({KEY}/<0;1>/*)"]

# Characters of a value in a path. The coverage phase sends what is too long to be read; drawn at random again and again,
# URLs of 120,000 bytes take longer to write than all others.
MOST_DRAWN = 500

# Schemathesis scores cases by whether they are accepted, and hypothesis then climbs hills for better ones: most of the
# time goes to cases that are never sent. No setting turns that off, and what is accepted is filled in below.
hypothesis.target = lambda *_arguments, **_options: None
# Up to five times a case, it also copies parts of it over others. Most copies are refused before they are sent, and the
# rest resemble what was sent: fresh draws of as many cases take a quarter less time, and combine more parameters.
ConjectureRunner.generate_mutations_from = lambda *_arguments: None


def read(path):
    # Where limits are on, these are requests as any others.
    while (answer := requests.get(f"{API}{path}", timeout=30)).status_code == 429:
        time.sleep(int(answer.headers["retry-after"]))
    answer.raise_for_status()
    return answer.json()


def wait_for_examples():
    """Chains and paths of what the index document proposes, once it does so for every chain."""
    deadline = time.monotonic() + START_SECONDS
    missing = "no answer"
    while time.monotonic() < deadline:
        try:
            codes = {each["currency"] for each in read("/v0/currencies")["currencies"] if each["status"] == "live"}
            paths = {requests.utils.urlparse(url).path for url in read("/").get("examples", {}).values()}
            # /v0/addresses/{currency}/{address}/balance
            by_code = [(path.split("/")[3], path) for path in sorted(paths) if path.count("/") > 3]
            missing = codes - {code for code, _ in by_code} if len(codes) == CHAIN_COUNT else f"live are {codes}"
            if not missing:
                return by_code
        except requests.RequestException as error:
            missing = error
        time.sleep(1)
    sys.exit(f"The demo is not ready after {START_SECONDS} s: {missing}")


def collect(answer, found):
    """Every value in an answer that some parameter takes."""
    # A contract of ERC-1155 is many tokens, of which an id has to say one.
    if isinstance(answer, dict) and answer.get("standard") == "erc1155":
        return
    for key, value in answer.items() if isinstance(answer, dict) else enumerate(answer):
        # Payouts go to addresses of other chains, and messages name assets as the protocol does, not as the bank.
        if isinstance(value, (dict, list)) and key not in ("payouts", "messages"):
            collect(value, found)
        elif isinstance(value, (str, int)):
            for name, keys in NAMED.items():
                if key in keys:
                    found[name].setdefault(str(value))


def collect_chains():
    """By code of the chain and name of the parameter: values that this server has rows of."""
    chains = defaultdict(lambda: defaultdict(dict))
    for code, path in wait_for_examples():
        try:
            collect(read(path), chains[code])
        except requests.HTTPError:
            # A block was left meanwhile, and the transaction with it. The other examples are there.
            continue
    for each in read("/v0/currencies")["currencies"]:
        # A reorganization may take a block or two away.
        chains[each["currency"]]["descriptor"] = dict.fromkeys(DESCRIPTORS)
        chains[each["currency"]]["height"] = dict.fromkeys(range(each["historyFrom"], each["indexedHeight"] - 1))
    return {code: {name: list(values) for name, values in found.items()} for code, found in chains.items()}


CHAINS = collect_chains()


def pick(values, number):
    return values[number % len(values)]


def is_given(location, case):
    """Whether the parameters in this place are as the document wants them."""
    return case.meta is None or not case.meta.is_negative_at(location)


def is_real(case):
    """Whether everything in the path is known to be there, and nothing in the query has rules beyond its schema."""
    values = dict(case.path_parameters)
    code = values.pop("currency", None)
    chain = CHAINS.get(code, {}) if is_offered(case.operation, code) else {}
    named = required_of(case.operation) & set(NAMED) & set(case.query)
    for name in named:
        value = case.query[name]
        values[name] = value[0] if isinstance(value, list) and value else value
    is_known = all(value in chain.get(name, ()) for name, value in values.items()) and descriptor_of(case) in (None, *DESCRIPTORS)
    return is_known and set(case.query) <= DESCRIBED | named


def descriptor_of(case):
    """Returns the account that a body names, in either of its forms; None where there is no body for one."""
    if not takes_descriptor(case.operation):
        return None
    return case.body.get("descriptor", "") if isinstance(case.body, dict) else str(case.body)


def takes_descriptor(operation):
    return operation.path.startswith("/accounts/") and operation.method.upper() == "POST"


def is_offered(operation, code):
    """Whether there is such an operation on a chain."""
    return code in WITH_OUTPUTS or not operation.path.startswith("/esplora/")


def required_of(operation):
    """Names of query parameters that the operation does not do without."""
    return {parameter.name for parameter in operation.query if parameter.is_required}


@cache
def cursor_of(path, query):
    """`next` of a list; None where it ends, and where there is no such list."""
    answer = requests.get(f"{API}{path}", params=[*query, ("limit", 1)], timeout=30)
    return answer.json().get("next") if "json" in answer.headers["content-type"] else None


def chains_of(operation):
    """Codes of the chains that this server has all of the operation's parameters of; none where it takes no currency."""
    names = {parameter.name for parameter in operation.path_parameters}
    if "currency" not in names:
        return []
    names |= required_of(operation) & set(NAMED)
    return sorted(
        code for code, values in CHAINS.items() if names - {"currency"} <= {*values} and is_offered(operation, code)
    )


def place(operation, number):
    """Path parameters of one chain, or None where there is none."""
    codes = chains_of(operation)
    if not codes:
        return None
    chain = CHAINS[code := pick(codes, number)]
    names = [parameter.name for parameter in operation.path_parameters]
    return {name: code if name == "currency" else pick(chain[name], number // len(codes)) for name in names}


@schemathesis.hook
def before_add_examples(context, examples):
    """Every chain is asked, whatever chance brings later."""
    operation = context.operation
    # Those of the document show one parameter each: together they may be of no list.
    for case in examples:
        if case.query and (chain := CHAINS.get(case.path_parameters.get("currency"))):
            case.query = fill_in(case.query, chain, 0, case)
    for number in range(2 * len(chains_of(operation))):
        path = place(operation, number)
        chain = CHAINS[path["currency"]]
        wanted = required_of(operation)
        if wanted <= set(chain):
            query = {name: [pick(chain[name], number)] for name in wanted}
            # Before those of the document: some operations are asked but a few times.
            examples.insert(number, operation.Case(path_parameters=path, query=query))


@schemathesis.hook
def map_case(context, case):
    if case.meta is not None and case.meta.phase.name is TestPhase.FUZZING:
        case.path_parameters = {name: cut(value) for name, value in case.path_parameters.items()}
    number = zlib.crc32(repr((case.path_parameters, case.query)).encode())
    # Some made-up ones stay, and examples are what they were made to be.
    if number % 4 > 0 and is_given(ParameterLocation.PATH, case) and not is_real(case):
        case.path_parameters = place(case.operation, number // 4) or case.path_parameters
    code = case.path_parameters.get("currency")
    if code in CHAINS and case.query and is_given(ParameterLocation.QUERY, case):
        case.query = fill_in(case.query, CHAINS[code], number // 4, case)
    if number % 4 > 0 and takes_descriptor(case.operation) and is_given(ParameterLocation.BODY, case):
        descriptor = pick(DESCRIPTORS, number)
        case.body = {"descriptor": descriptor} if isinstance(case.body, dict) else descriptor
    return case


def cut(value):
    return value[:MOST_DRAWN] if isinstance(value, str) else value


def fill_in(query, chain, number, case):
    """What a query may name of a chain."""
    query = dict(query)
    for name in {"height", "asset", "address"} & set(query):
        if not chain.get(name):
            del query[name]
        elif isinstance(query[name], list):
            query[name] = list(dict.fromkeys(pick(chain[name], number + nth) for nth in range(len(query[name]))))
        else:
            query[name] = pick(chain[name], number)
    for name in sorted(BOUNDS & set(query))[1:]:
        del query[name]
    if query.get("format", "json") != "json":
        # A whole history has no pages.
        query = {name: value for name, value in query.items() if name not in ("limit", "offset", "cursor")}
    if "cursor" in query:
        # It takes the place of an offset, and goes on with the list that it came from.
        query = {name: value for name, value in query.items() if name not in ("cursor", "offset")}
        rest = tuple((name, str(value)) for name, value in query.items() if name != "limit")
        cursor = cursor_of(f"/v0{case.formatted_path}", rest) if is_real(case) else None
        query |= {"cursor": cursor} if cursor else {}
    return query


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # Checksums and cursors cannot be told by a schema: what is made up may be refused.
    return not isinstance(failure, RejectedPositiveData) or is_real(case)


def code_of(response):
    """Returns the code of a problem; None where it is a sentence."""
    return response.json().get("code") if response.text.startswith("{") else None


@schemathesis.check
class EveryChainAnswers:
    """Each GET on a chain finds something on every one, or says that this kind of chain has no such thing."""

    def __init__(self):
        self.missing = {}

    def after_response(self, ctx, response, case):
        # Bodies of POST are no transactions.
        if case.operation.method.upper() != "GET":
            return
        code = case.path_parameters.get("currency")
        missing = self.missing.setdefault(case.operation.label, set(self.expected(case.operation)))
        if case.method == "GET" and code in missing and is_real(case):
            if response.status_code == 200 or code_of(response) in HAS_NONE:
                missing.discard(code)

    @staticmethod
    def expected(operation):
        """Returns chains of which something is known that the operation finds: not where it sends, or takes lists."""
        is_named = required_of(operation) <= set(NAMED)
        return chains_of(operation) if is_named and operation.method.upper() == "GET" else []

    def after_run(self, ctx):
        missing = {label: codes for label, codes in self.missing.items() if codes}
        assert not missing, f"nothing was found, by operation: {missing}"
