import { CHAINS } from '@chaintrail/chains';
import { loadApiSettings, loadStandaloneSettings, SettingsError } from '@chaintrail/config';
import { expect, test } from 'vitest';

const FOLLOWED = CHAINS.map((chain) => chain.code.toUpperCase()).join(', ');
const RPC_URLS = CHAINS.map((chain) => `${chain.code.toUpperCase()}_RPC_URL`).join(', ');
const DATABASE_URL = 'postgres://u:p@db/chaintrail';

test.each([
  ['BTC_RPCURL', 'BTC_RPCURL is not a setting (did you mean BTC_RPC_URL?); ignored.'],
  ['BTC_FAVOURITE', 'BTC_FAVOURITE is not a setting; ignored.'],
  ['XYZ_RPC_URL', `XYZ_RPC_URL is ignored: this version follows ${FOLLOWED}, not XYZ.`],
  ['CACAO_REST_UR', 'CACAO_REST_UR is not a setting (did you mean CACAO_REST_URL?); ignored.'],
  ['DATABSE_URL', 'DATABSE_URL is not a setting (did you mean DATABASE_URL?); ignored.'],
])('%s is reported, also beside a problem', (name, sentence) => {
  expect(loadApiSettings({ DATABASE_URL, [name]: 'http://u:secret@h' }).warnings).toEqual([sentence]);
  const load = () => loadApiSettings({ [name]: 'http://u:secret@h' });
  expect(load).toThrow(`Configuration: DATABASE_URL is not set; `);
  expect(load).toThrow(`\nNote: ${sentence}`);
});

test.each(['DOCKER_NETWORK', 'PATH', 'SORT', 'POST', 'HOSTNAME', 'npm_config_cache', 'BTC'])(
  '%s is left alone',
  (name) => {
    expect(loadStandaloneSettings({ [name]: 'x' }).warnings).toEqual([]);
  },
);

test.each([
  'BTC_RPCURL',
  'LTC_RPC_URLL',
  'btc_rpc_url',
  'LTCRPC_URL',
  'BTC_RPC_PASSWORD',
  'RUNE_RPC_URI',
  'RUNE_REST_URL',
  'DOGE_RPC_URLS',
  'MY_NODE_RPC_URL',
  'LTC_POLL_MS',
])('%s alone is no wish for the demo network', (name) => {
  const load = () => loadStandaloneSettings({ [name]: '1000' });
  expect(load).toThrow(SettingsError);
  expect(load).toThrow(
    `No chain is configured, but ${name} looks as if one was meant; set at least one of ${RPC_URLS}, or unset it for the demo network of simulated nodes.\nNote: ${name} `,
  );
});

test.each(['BTC_FAVOURITE', 'KAFKA_POLL_MS', 'DATABSE_URL'])('%s does not keep the demo network away', (name) => {
  const settings = loadStandaloneSettings({ [name]: '1000' });
  expect(settings.chains).toEqual([]);
  expect(settings.warnings).toHaveLength(1);
});

test('a node beside a misspelled one is followed, with a note', () => {
  const settings = loadStandaloneSettings({ BTC_RPC_URL: 'http://h', LTC_RPC_URLL: 'http://h' });
  expect(settings.chains).toHaveLength(1);
  expect(settings.warnings).toEqual(['LTC_RPC_URLL is not a setting (did you mean LTC_RPC_URL?); ignored.']);
});
