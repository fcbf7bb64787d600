/** The frame of every page, and which page it is. */
import { useMemo } from 'preact/hooks';
import { AccountPage } from './address/account-page.js';
import { AddressPage } from './address/address-page.js';
import { Currencies, chaintrail, NOT_YET, useAnswer, useCurrency } from './api.js';
import { BlockPage } from './pages/block-page.js';
import { ChainPage } from './pages/chain-page.js';
import { HomePage } from './pages/home-page.js';
import { MempoolPage } from './pages/mempool-page.js';
import { SearchPage } from './pages/search-page.js';
import { TokenPage } from './pages/token-page.js';
import { paths, Router, usePageUrl } from './router.js';
import { SearchForm } from './search/search-form.js';
import { TransactionPage } from './transaction/transaction-page.js';
import { Loading, Problem } from './ui/answered.js';
import { Page } from './ui/page.js';

export function App() {
  return (
    <Router>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header>
        <a class="brand" href={paths.home}>
          Chaintrail
        </a>
        <SearchForm />
        <nav aria-label="Site">
          <a href={paths.home}>Chains</a>
          <a href={`${paths.server}/docs`}>API</a>
        </nav>
      </header>
      <main id="main">
        <Followed />
      </main>
      <footer>
        Amounts are exact. Times are those of your time zone. Everything here is told by the{' '}
        <a href={`${paths.server}/docs`}>API of this server</a>.
      </footer>
    </Router>
  );
}

/** No page can be written without names and decimals of coins; that of all chains asks for the rest meanwhile. */
function Followed() {
  const { path } = usePageUrl();
  const { value, error, reload } = useAnswer((signal) => chaintrail.currencies({ signal }), []);
  const byCode = useMemo(
    () => (value ? new Map(value.currencies.map((each) => [each.currency as string, each])) : NOT_YET),
    [value],
  );
  if (error) {
    return (
      <Page title="Chaintrail" name="Explorer">
        <Problem error={error} retry={reload} />
      </Page>
    );
  }
  if (!value && paths.read(path).name !== 'home') return <Loading what="the chains" />;
  return (
    <Currencies.Provider value={byCode}>
      <PageOf key={path} path={path} />
    </Currencies.Provider>
  );
}

function PageOf({ path }: { readonly path: string }) {
  const page = paths.read(path);
  const currency = useCurrency('currency' in page ? page.currency : '');
  if (page.name === 'home') return <HomePage />;
  if (page.name === 'search') return <SearchPage />;
  if (page.name === 'unknown' || currency === undefined) {
    return (
      <Page title="Nothing here" name="Nothing here">
        <p>
          {'currency' in page ? `This server does not follow “${page.currency}”.` : 'There is no such page.'}{' '}
          <a href={paths.home}>See all chains</a>
        </p>
      </Page>
    );
  }
  switch (page.name) {
    case 'chain':
      return <ChainPage currency={currency} />;
    case 'mempool':
      return <MempoolPage currency={currency} />;
    case 'address':
      return <AddressPage currency={currency} asked={page.id} />;
    case 'account':
      return <AccountPage currency={currency} descriptor={page.id} />;
    case 'tx':
      return <TransactionPage currency={currency} txid={page.id} />;
    case 'block':
      return <BlockPage currency={currency} asked={page.id} />;
    case 'token':
      return <TokenPage currency={currency} asset={page.id} />;
  }
}
