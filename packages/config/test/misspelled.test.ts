import { CHAINS } from '@chaintrail/chains';
import { loadStandaloneSettings } from '@chaintrail/config';
import { expect, test } from 'vitest';

const FOLLOWED = CHAINS.map((chain) => chain.code.toUpperCase()).join(', ');

test.each([
  ['BTC_RPCURL', 'BTC_RPCURL is not a setting (did you mean BTC_RPC_URL?); ignored.'],
  ['BTC_FAVOURITE', 'BTC_FAVOURITE is not a setting; ignored.'],
  ['XYZ_RPC_URL', `XYZ_RPC_URL is ignored: this version follows ${FOLLOWED}, not XYZ.`],
  ['CACAO_NETWORK', `CACAO_NETWORK is ignored: this version follows ${FOLLOWED}, not CACAO.`],
  ['DATABSE_URL', 'DATABSE_URL is not a setting (did you mean DATABASE_URL?); ignored.'],
])('%s is reported', (name, sentence) => {
  expect(loadStandaloneSettings({ [name]: 'http://u:secret@h' }).warnings).toEqual([sentence]);
});

test.each(['DOCKER_NETWORK', 'PATH', 'SORT', 'POST', 'HOSTNAME', 'npm_config_cache', 'BTC'])(
  '%s is left alone',
  (name) => {
    expect(loadStandaloneSettings({ [name]: 'x' }).warnings).toEqual([]);
  },
);
