import type { Call } from './route';
import type { Viewer } from './viewer';

/** Id 0: the program's own actions are recorded under the name of the job. */
const systemUserId = 0;

/**
 * Returns a call for the background worker, whose moves create steps and audit lines like those of people. It sees
 * every organization and has no permission.
 */
export function systemCall(name: string): Call<unknown> {
  const viewer: Viewer = {
    user: {
      id: systemUserId,
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
