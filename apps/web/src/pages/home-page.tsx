import type { ChainStatus } from '@chaintrail/client';
import { useContext, useEffect } from 'preact/hooks';
import { Currencies, chaintrail, NOT_YET, useAnswer } from '../api.js';
import { dollars, grouped } from '../format.js';
import { useNow } from '../live.js';
import { paths } from '../router.js';
import { Answered } from '../ui/answered.js';
import { ChainBadge, Progress } from '../ui/chain-state.js';
import { Page } from '../ui/page.js';
import { Badge, Fields, Id, Time } from '../ui/text.js';

/** All chains at once: a browser opens six connections to a server, so streams of all chains would leave none for pages. */
const ASK_EVERY_MS = 3_000;

export function HomePage() {
  const hasNames = useContext(Currencies) !== NOT_YET;
  const status = useAnswer((signal) => chaintrail.status({ signal }), []);
  const { reload } = status;
  const { value: rates } = useAnswer((signal) => chaintrail.rates({ signal }), []);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <Page title="Chains" name="Chains">
      <Answered answer={hasNames ? status : { ...status, value: undefined }} what="the chains">
        {({ chains, unavailable }) => (
          <>
            <ul class="cards">
              {chains.map((chain) => (
                <li key={chain.currency}>
                  <ChainCard chain={chain} rate={rates?.rates[chain.currency]?.rate ?? null} />
                </li>
              ))}
            </ul>
            {unavailable.length > 0 && <p class="note">Their database does not answer: {unavailable.join(', ')}.</p>}
          </>
        )}
      </Answered>
      <Examples />
    </Page>
  );
}

function ChainCard({ chain, rate }: { readonly chain: ChainStatus; readonly rate: string | null }) {
  const now = useNow();
  const currency = useContext(Currencies).get(chain.currency);
  const { indexedHeight, tipTime, network, audit } = chain;
  return (
    <article class="card">
      <h2>
        <a href={paths.chain(chain.currency)}>{currency?.name ?? chain.currency}</a> <ChainBadge chain={chain} />
      </h2>
      <Fields
        fields={{
          'Newest block': indexedHeight === null ? 'none yet' : grouped(indexedHeight),
          Made: tipTime !== null && <Time time={tipTime} now={now} />,
          Network: network !== 'mainnet' && network,
          Price: rate !== null && `${dollars(rate)} / ${currency?.symbol}`,
          Audit: audit && <Badge tone={audit.result === 'clean' ? 'good' : 'bad'}>{audit.result}</Badge>,
        }}
      />
      <Progress chain={chain} />
    </article>
  );
}

/** Addresses that answer now, for those who have none at hand. */
function Examples() {
  const currencies = useContext(Currencies);
  const { value } = useAnswer((signal) => chaintrail.index({ signal }), []);
  const found = Object.values(value?.examples ?? {}).flatMap((url) => {
    const [, code, address] = /\/addresses\/(\w+)\/([^/?]+)\/balance$/.exec(url) ?? [];
    const currency = code === undefined ? undefined : currencies.get(code);
    return currency && address ? [{ currency, address: decodeURIComponent(address) }] : [];
  });
  if (found.length === 0) return null;
  return (
    <section>
      <h2>Addresses to look at</h2>
      <ul class="hits">
        {found.map(({ currency, address }) => (
          <li key={currency.currency}>
            <span>{currency.name}</span>
            <Id text={address} href={paths.of('address', currency.currency, address)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
