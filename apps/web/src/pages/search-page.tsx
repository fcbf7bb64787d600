import { useEffect } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { plural } from '../format.js';
import { navigate, paths, usePageUrl } from '../router.js';
import { type Hit, recognise } from '../search/recognise.js';
import { Loading, Problem } from '../ui/answered.js';
import { Page } from '../ui/page.js';
import { Id } from '../ui/text.js';

const KIND_WORDS = {
  address: 'address',
  account: 'account',
  tx: 'transaction',
  block: 'block',
  token: 'token',
} as const;
const hrefOf = ({ kind, currency, id }: Hit) => paths.of(kind, currency.currency, id);

/** One hit is what was meant; of several the reader knows. */
export function SearchPage() {
  const text = usePageUrl().query.get('q')?.trim() ?? '';
  const { value, error, isLoading, reload } = useAnswer(
    async (signal) => {
      // Statuses of now: their tips decide where a height is looked for.
      const { currencies } = await chaintrail.currencies({ signal });
      return recognise(chaintrail, currencies, text, signal);
    },
    [text],
  );
  const only = value?.hits.length === 1 && !isLoading ? value.hits[0] : undefined;
  useEffect(() => {
    if (only) navigate(hrefOf(only), { replace: true });
  }, [only]);
  return (
    <Page title="Search" name="Search">
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading || only ? (
        <Loading what="what the chains know of it" />
      ) : (
        value && (
          <>
            <p role="status">
              {value.hits.length === 0 ? 'No chain here knows ' : `${plural(value.hits.length, 'result')} for `}
              <q class="mono">{text}</q>.
              {value.hits.length === 0 &&
                ' Expected an address, the id of a transaction, or the hash or height of a block.'}
            </p>
            <ul class="hits">
              {value.hits.map((hit) => (
                <li key={hrefOf(hit)}>
                  <a href={hrefOf(hit)}>
                    {hit.currency.name} {KIND_WORDS[hit.kind]}
                  </a>
                  <span class="muted">{hit.about}</span>
                  <Id text={hit.id} />
                </li>
              ))}
            </ul>
            {value.troubles.map((trouble) => (
              <p key={trouble} class="note">
                {trouble}
              </p>
            ))}
          </>
        )
      )}
    </Page>
  );
}
