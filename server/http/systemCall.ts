import type { Call } from './route';
import type { Viewer } from './viewer';

/** Id 0: the program's own actions are signed with the name of the job. */
const nobody = 0;

/**
 * Makes a call of the background worker, whose moves leave steps and audit lines like anybody's. It sees every
 * organization and holds no permission.
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
