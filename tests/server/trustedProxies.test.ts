import { describe, expect, it } from 'vitest';
import { parseEnv } from '@server/base/env';
import { forwardedAddress, proxyList, trustsPeer } from '@server/base/trustedProxies';

describe('trusted proxies', () => {
  const two = proxyList('127.0.0.1, 10.0.0.0/8 fd00::/8') ?? false;

  it.each([
    ['a caller without a proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['a caller who claims another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['one proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['two proxies, one behind the other', '127.0.0.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
    [
      'two proxies, and a caller who claims a third address',
      '127.0.0.1',
      '198.51.100.1, 203.0.113.9, 10.1.2.3',
      '203.0.113.9',
    ],
    ['a proxy by IPv6, as an IPv4 socket tells it', '::ffff:10.1.2.3', '2001:db8::7', '2001:db8::7'],
    ['a proxy of the network fd00::/8', 'fd00::1', '203.0.113.9', '203.0.113.9'],
    ['a proxy that sends no header', '10.1.2.3', undefined, '10.1.2.3'],
    ['proxies alone, as a health check sends it', '127.0.0.1', '10.1.2.3', '10.1.2.3'],
  ])('the caller’s address is found with a list of proxies: %s', (_what, peer, header, caller) => {
    expect(forwardedAddress(two, peer, header)).toBe(caller);
  });

  it('the caller’s address is the last entry of the header if every peer is trusted, and the peer if none is', () => {
    expect(forwardedAddress(true, '203.0.113.9', '198.51.100.1, 198.51.100.2')).toBe('198.51.100.2');
    expect(forwardedAddress(false, '203.0.113.9', '198.51.100.1, 198.51.100.2')).toBe('203.0.113.9');
  });

  it('no list of trusted proxies trusts a peer without an address', () => {
    expect([trustsPeer(two, ''), trustsPeer(two, 'unix'), trustsPeer(true, '')]).toEqual([false, false, true]);
  });

  it('TRUST_PROXY is on, off or a list of addresses and networks; anything else is refused with an example', () => {
    expect([parseEnv({ TRUST_PROXY: 'on' }).trustProxy, parseEnv({}).trustProxy]).toEqual([true, false]);
    expect(trustsPeer(parseEnv({ TRUST_PROXY: '10.0.0.0/8,::1' }).trustProxy, '10.200.0.1')).toBe(true);
    for (const wrong of ['proxy.example.com', '10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.0/8/8', '10.0.0.0/x', ' ,'])
      expect(() => parseEnv({ TRUST_PROXY: wrong }), wrong).toThrow(
        '环境变量 TRUST_PROXY 不正确：应为 on、off，或以逗号分隔的代理地址，如 127.0.0.1,10.0.0.0/8。',
      );
  });
});
