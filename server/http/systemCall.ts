import type { Call } from './route';
import type { Viewer } from './viewer';

/** Nobody's number: what the program does by itself is signed with the name of the work. */
const nobody = 0;

/**
 * A call that nobody makes: for the background, whose moves leave their steps and their lines in the trail like
 * everybody's. It sees every organisation and holds no permission.
 */
export function systemCall(name: string): Call<unknown> {
  const viewer: Viewer = {
    user: {
      id: nobody,
      userName: 'system',
      nickName: name,
      phone: null,
      email: null,
      avatar: null,
      expiryDate: null,
      organization: null,
      organizationId: null,
      isAdmin: false,
      isQy: false,
      roles: [],
    },
    sessionId: '',
    permissions: new Set(),
    dataScope: 'all',
    organizationId: null,
    homeOrganizationId: null,
    unitIds: null,
    outside: false,
    level: 0,
  };
  return {
    viewer,
    maybeViewer: viewer,
    body: undefined,
    query: {},
    params: {},
    request: new Request('http://localhost/'),
    requestId: 'outbox',
    ip: '',
    reason: null,
    idempotencyKey: null,
  } as unknown as Call<unknown>;
}
