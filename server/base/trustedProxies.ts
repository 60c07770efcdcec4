import { BlockList, isIP } from 'node:net';

/**
 * Proxies whose forwarding headers count: none (`false`), the peer whoever it is (`true`), or the peers with one of
 * these addresses.
 */
export type TrustedProxies = boolean | BlockList;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/**
 * Reads a list of addresses and networks, such as `127.0.0.1, 10.0.0.0/8, fd00::/8`.
 *
 * @returns null if an entry is neither an address nor a network
 */
export function proxyList(text: string): BlockList | null {
  const proxies = new BlockList();
  const entries = text.split(/[\s,]+/).filter(Boolean);
  for (const entry of entries) {
    const [address = '', bits, ...others] = entry.split('/');
    const family = isIP(address);
    const isBitCount = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
    if (!family || !isBitCount || others.length > 0) return null;
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return entries.length > 0 ? proxies : null;
}

/** Checks whether the forwarding headers of a peer count. */
export function trustsPeer(proxies: TrustedProxies, peer: string): boolean {
  if (typeof proxies === 'boolean') return proxies;
  const address = plainAddress(peer);
  return isIP(address) !== 0 && proxies.check(address, familyOf(address));
}

/**
 * Returns the caller's address from X-Forwarded-For, to which each proxy has added the address of its own peer. With a
 * list it is the last entry that is no proxy of the list; callers can write any entry before it. Without a list it is
 * the last entry.
 *
 * @param peer address of the connection
 */
export function forwardedAddress(proxies: TrustedProxies, peer: string, header: string | undefined): string {
  const entries = (header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  let caller = peer;
  while (trustsPeer(proxies, caller)) {
    const entry = entries.pop();
    if (entry === undefined) break;
    caller = plainAddress(entry);
    if (typeof proxies === 'boolean') break;
  }
  return caller.slice(0, 64);
}
