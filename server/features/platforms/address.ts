import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

// Where a push may not go unless a platform administrator said so: this machine, its links, and what stands behind the
// same wall (SSRF).

const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** Of an IPv4 address in IPv6's clothes, too. */
export function isInside(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (version === 4) return inside.check(address, 'ipv4');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ? isInside(mapped) : inside.check(address, 'ipv6') || /^::ffff:/i.test(address);
}

/** The host of an address without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Whether the address names a place inside by itself; a name that only resolves to one is found when it is asked for.
 */
export const namesInside = (url: URL): boolean =>
  isInside(hostOf(url)) ||
  /(^|\.)localhost\.?$/i.test(url.hostname) ||
  !(isIP(hostOf(url)) > 0 || url.hostname.includes('.'));

/** The base address of a platform as people may set it; null for what is none. */
export function baseAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return (url.protocol === 'http:' || url.protocol === 'https:') &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash &&
    !/[?#]/.test(text)
    ? url
    : null;
}

export class InsideAddress extends Error {
  override readonly name = 'InsideAddress';
}

/** A resolver for one request, which never hands out an address inside: what was checked is what is connected to. */
export const outsideLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = (found as LookupAddress[] | undefined) ?? [];
    const [first] = addresses;
    if (error || !first) callback(error ?? new InsideAddress(), '', 4);
    else if (addresses.some(({ address }) => isInside(address))) callback(new InsideAddress(), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
