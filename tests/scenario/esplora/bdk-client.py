"""Wallets of BDK over an Esplora server. A command is a line of JSON: {"do": …}; so is what came of it."""

import json
import sys

from bdkpython import (
    Address,
    Amount,
    Descriptor,
    EsploraClient,
    FeeRate,
    Network,
    NetworkKind,
    Persister,
    TxBuilder,
    Txid,
    Wallet,
)

GAP = 20
CONNECTIONS = 8
client = EsploraClient(url=sys.argv[1], proxy=None)
wallets = {}


def open_wallet(name, external, internal):
    descriptors = [Descriptor(each, NetworkKind.TEST) for each in (external, internal)]
    wallets[name] = Wallet(*descriptors, Network.REGTEST, Persister.new_in_memory())
    return None


def scan(name):
    wallet = wallets[name]
    wallet.apply_update(client.full_scan(wallet.start_full_scan().build(), GAP, CONNECTIONS))
    return state_of(wallet)


def sync(name):
    wallet = wallets[name]
    wallet.apply_update(client.sync(wallet.start_sync_with_revealed_spks().build(), CONNECTIONS))
    return state_of(wallet)


def state_of(wallet):
    balance = wallet.balance()
    return {
        "confirmed": balance.confirmed.to_sat(),
        "immature": balance.immature.to_sat(),
        "pending": balance.trusted_pending.to_sat() + balance.untrusted_pending.to_sat(),
        "height": wallet.latest_checkpoint().height,
        "transactions": {
            str(each.transaction.compute_txid()): each.chain_position.is_confirmed() for each in wallet.transactions()
        },
    }


def send(name, address, amount):
    wallet = wallets[name]
    script = Address(address, Network.REGTEST).script_pubkey()
    builder = TxBuilder().add_recipient(script, Amount.from_sat(amount)).fee_rate(FeeRate.from_sat_per_vb(2))
    psbt = builder.finish(wallet)
    if not wallet.sign(psbt):
        raise RuntimeError("the transaction is not fully signed")
    transaction = psbt.extract_tx()
    client.broadcast(transaction)
    return str(transaction.compute_txid())


def scan_unused(descriptor, count):
    """Looks for that many scripts that were never used."""
    wallet = Wallet.create_single(Descriptor(descriptor, NetworkKind.TEST), Network.REGTEST, Persister.new_in_memory())
    wallet.apply_update(client.full_scan(wallet.start_full_scan().build(), count, CONNECTIONS))
    return state_of(wallet)


def read(txid):
    """Each call that the wallet itself does not make."""
    transaction = client.get_tx(Txid.from_string(txid))
    info = client.get_tx_info(Txid.from_string(txid))
    return {
        "txid": str(transaction.compute_txid()),
        "hex": transaction.serialize().hex(),
        "version": info.version,
        "height": client.get_height(),
        "hash": str(client.get_block_hash(client.get_height())),
        "fees": {str(target): rate for target, rate in client.get_fee_estimates().items()},
    }


COMMANDS = {"open": open_wallet, "scan": scan, "sync": sync, "send": send, "read": read, "scanUnused": scan_unused}
for line in sys.stdin:
    command = json.loads(line)
    try:
        result = {"result": COMMANDS[command["do"]](*command["with"])}
    except Exception as error:
        result = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(result), flush=True)
