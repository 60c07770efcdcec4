import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { forwardedAddress, type TrustedProxies } from '@server/base/trustedProxies';

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Returns the caller's address. The header of a proxy counts only if TRUST_PROXY names the proxy. */
export function addressOf(context: Context, trustProxy: TrustedProxies): string {
  const socket = (context.env as NodeBindings | undefined)?.incoming?.socket;
  const peer = (socket?.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return forwardedAddress(trustProxy, peer, context.req.header('x-forwarded-for'));
}

/**
 * Returns the network of an address; for IPv6 the /64, which belongs to one holder.
 * @param ip from `addressOf`
 * @returns an IPv4 address, four groups as `2001:db8:0:1::/64`, or the text itself if it is not an address
 */
export function networkOf(ip: string): string {
  const plainAddress = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plainAddress)) return plainAddress;
  const [head = '', tail] = plainAddress.split('::');
  const groups = (part: string) => (part ? part.split(':') : []);
  // An IPv6 address that ends like an IPv4 address has two groups in its last part.
  const groupCount = (part: string) => groups(part).length + (part.includes('.') ? 1 : 0);
  const missingCount = tail === undefined ? 0 : 8 - groupCount(head) - groupCount(tail);
  const allGroups = [...groups(head), ...Array.from({ length: missingCount }, () => '0'), ...groups(tail ?? '')];
  return `${allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
