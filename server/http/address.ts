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
