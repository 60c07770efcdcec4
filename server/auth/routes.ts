import { user } from '@contract/features/system/entities/user';
import { serverFeatures, type UserInfo } from '@contract/wire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { rateLimit } from '@server/http/rateLimit';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { createCaptcha } from './captcha/captcha';
import { unlockRoute } from './lockedScreen';
import { loginBody, logIn } from './login';
import { onlineRoutes } from './onlineSessions';
import { sealKeyOf } from './sealKey';
import { endSessions } from './session';
import { shownOrganization } from './shownOrganization';

const tag = '登录';
/**
 * Maximum number of captchas per address and minute, because a whole office may share one address. Each takes 10 ms
 * of processor time.
 */
const captchasPerMinute = 300;

/** Ends the caller's session. Without a session it does nothing. */
async function logOut(services: Services, call: Call<unknown>) {
  const viewer = call.maybeViewer;
  if (viewer) {
    await services.database.transaction(async (tx) => {
      await endSessions(tx, [viewer.sessionId], services.now());
      await recordAudit(tx, actorOf(call), [
        { action: 'logout', entity: user, entityId: viewer.user.id, title: viewer.user.nickName },
      ]);
    });
  }
  return ok('退出成功');
}

/** Routes of signing in and out and of the current person (SPEC §7). */
export function authRoutes(services: Services, _registry: Registry): Route[] {
  const limitCaptchas = rateLimit(captchasPerMinute, services.now);
  return [
    route({
      method: 'POST',
      path: 'auth/login',
      permission: 'public',
      tag,
      summary: '登录',
      body: loginBody,
      limit: 8 * 1024,
      handle: (call) => logIn(services, call),
    }),
    route({
      method: 'GET',
      path: 'auth/info',
      permission: 'signedIn',
      beforeOwnPassword: true,
      tag,
      summary: '当前用户与权限标识',
      handle: async ({ viewer }): Promise<UserInfo> => ({
        user: viewer.user,
        roles: [...viewer.permissions],
        zone: services.env.zone,
        sealKey: await sealKeyOf(services.database.orm, viewer.user.id),
        organizationShown: await shownOrganization(services.database.orm, viewer.user),
        features: serverFeatures,
        ...(viewer.mustChangePassword ? { mustChangePassword: true } : {}),
      }),
    }),
    route({
      method: 'GET',
      path: 'auth/code',
      permission: 'public',
      tag,
      summary: '验证码：{uuid, img}；不需要时{enabled: false}',
      handle(call) {
        limitCaptchas(call);
        return createCaptcha(services);
      },
    }),
    route({
      method: 'DELETE',
      path: 'auth/logout',
      permission: 'public',
      tag,
      summary: '退出；未登录也可调用',
      handle: (call) => logOut(services, call),
    }),
    unlockRoute(services),
    ...onlineRoutes(services),
  ];
}
