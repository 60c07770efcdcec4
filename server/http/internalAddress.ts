import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

// Networks that a call to a typed address may not reach: this host, link-local addresses, and private networks
// (SSRF).

const internalNetworks = new BlockList();
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
  internalNetworks.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const)
  internalNetworks.addSubnet(net, bits, 'ipv6');

/** Checks whether an address is internal, also an IPv4 address mapped into IPv6. */
export function isInternalAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (version === 4) return internalNetworks.check(address, 'ipv4');
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mappedAddress
    ? isInternalAddress(mappedAddress)
    : internalNetworks.check(address, 'ipv6') || /^::ffff:/i.test(address);
}

/** Returns the host of an address without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Checks whether the address itself is internal. A name that resolves to an internal address is detected when it is
 * requested.
 */
export const hasInternalHost = (url: URL): boolean =>
  isInternalAddress(hostOf(url)) ||
  /(^|\.)localhost\.?$/i.test(url.hostname) ||
  !(isIP(hostOf(url)) > 0 || url.hostname.includes('.'));

export class InternalAddressError extends Error {
  override readonly name = 'InternalAddressError';
}

/** Resolves names for one request and never returns an internal address. The connection uses the checked address. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, foundAddresses) => {
    const addresses = (foundAddresses as LookupAddress[] | undefined) ?? [];
    const [firstAddress] = addresses;
    if (error || !firstAddress) callback(error ?? new InternalAddressError(), '', 4);
    else if (addresses.some(({ address }) => isInternalAddress(address))) callback(new InternalAddressError(), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, firstAddress.address, firstAddress.family);
  });
};
