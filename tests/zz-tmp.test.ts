import { test } from 'vitest';
import { Cast } from './scenario/evm/evm-cast.js';
import * as plays from './scenario/evm/evm-plays.js';
import { anvilOrSkip, startAnvil } from '@chaintrail/testkit';
import { checkCommitments, chainOnNetwork, requireChain } from '@chaintrail/chains';
test('x', { timeout: 200_000 }, async () => {
  const node = await startAnvil(anvilOrSkip()!);
  const from='0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const check = async (label: string) => { const b:any=await node.rpc('eth_getBlockByNumber','latest',true); const r:any=await node.rpc('eth_getBlockReceipts',b.hash);
    const env=(x:unknown)=>Buffer.from(JSON.stringify({jsonrpc:'2.0',id:1,result:x})); let o; try { o=checkCommitments(chainOnNetwork(requireChain('eth'),'local') as any,{hash:b.hash.slice(2),height:Number(b.number)},{block:env(b),receipts:env(r),uncles:null}); } catch(e) { o=(e as Error).message; }
    console.log(label, o, o===null?'':JSON.stringify({txs:b.transactions, root:b.transactionsRoot}).slice(0,1500)); };
  const send=async(label:string,tx:object)=>{ await node.rpc('eth_sendTransaction',tx); await node.mine(); await check(label); };
  const cast = await Cast.of(node as any);
  const contracts = await (plays as any).deployAll(cast);
  for (const [n, f] of Object.entries(plays)) if (n.startsWith('play') && !/Op|Withdraw/.test(n)) { try { await (f as any)(cast, contracts, 1); } catch (e) { console.log(n, (e as Error).message.slice(0,200)); } }
  const tip = Number(await node.rpc('eth_blockNumber'));
  for (let h=0;h<=tip;h++){ const b:any=await node.rpc('eth_getBlockByNumber','0x'+h.toString(16),true); const r:any=await node.rpc('eth_getBlockReceipts',b.hash);
    const env=(x:unknown)=>Buffer.from(JSON.stringify({jsonrpc:'2.0',id:1,result:x})); let o; try { o=checkCommitments(chainOnNetwork(requireChain('eth'),'local') as any,{hash:b.hash.slice(2),height:Number(b.number)},{block:env(b),receipts:env(r),uncles:null}); } catch(e) { o=(e as Error).message; }
    if (o) console.log(h, o, b.transactions.map((t:any)=>t.type).join(), b.transactions.some((t:any)=>t.type==='0x3') ? JSON.stringify(b.transactions.filter((t:any)=>t.type==='0x3')).slice(0,1500):JSON.stringify(b.transactions).slice(0,2000)); }
  await node.stop();
});
