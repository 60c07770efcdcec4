import { isIPv6 } from 'node:net';
import type { Context } from 'hono';

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The caller's address; a proxy's word counts only where TRUST_PROXY says that there is one. */
export function addressOf(context: Context, trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded.slice(0, 64);
  }
  const socket = (context.env as NodeBindings | undefined)?.incoming?.socket;
  return (socket?.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
}

/**
 * Whose line an address is: itself, and of IPv6 the /64 that a household or an office is given whole, each of whose
 * addresses costs its holder nothing.
 * @param ip as `addressOf` tells it
 * @returns an IPv4 address, four groups as `2001:db8:0:1::/64`, or what is no address as it is
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string) => (part ? part.split(':') : []);
  // Of an address that ends as an IPv4 one the last part is two groups.
  const written = (part: string) => groups(part).length + (part.includes('.') ? 1 : 0);
  const between = tail === undefined ? 0 : 8 - written(head) - written(tail);
  const whole = [...groups(head), ...Array.from({ length: between }, () => '0'), ...groups(tail ?? '')];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
