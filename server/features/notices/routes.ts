import { z } from 'zod';
import { announcement, announcementSend } from '@contract/features/notices/entities/notice';
import { receivedNotice } from '@contract/features/notices/entities/receivedNotice';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { permissionOf } from '@contract/permissions';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { fileResponse, canShowInline, storedFile } from '@server/files/sendFile';
import { idSchema } from '@server/http/bodySchemas';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { recipientsBody, recipientsOf } from './announcementRecipients';
import { noticesOf } from './readNotices';
import { recallSentAnnouncement, publishAnnouncement } from './sendAnnouncement';

/** Number of recipients named before an announcement is sent. */
const maxShownNames = 8;
const publishPermissions = [permissionOf(announcement, 'status')];

function ownNoticesOf(context: CrudContext, call: Call<unknown>) {
  const { services } = context;
  return noticesOf(services, call.viewer.user.id);
}

/** Returns the routes that mark a notice as read and show its pictures. */
function noticeStateRoutes(context: CrudContext): Route[] {
  const { services } = context;
  return [
    route({
      method: 'PUT',
      path: 'api/ohitAnnouncementSend/edit',
      permission: 'signedIn',
      tag: announcementSend.label,
      summary: '把本人的一条消息标为已读',
      body: z.object({ id: idSchema }),
      async handle(call) {
        await ownNoticesOf(context, call).markRead(call.body.id);
        return ok('');
      },
    }),
    route({
      method: 'GET',
      path: 'api/ohitAnnouncementSend/:id/picture/:file',
      permission: 'signedIn',
      tag: announcementSend.label,
      summary: '本人消息中的图片',
      async handle(call) {
        const { id: copyId = '', file = '' } = call.params;
        // Files belong to the author's organization. Recipients may see the files of the notices that they received.
        if (!/^\d{1,9}$/.test(copyId) || !(await ownNoticesOf(context, call).shows(Number(copyId), file)))
          throw notFound();
        const picture = await storedFile(services, file);
        // refusal: notPicture
        if (!canShowInline(picture)) throw notFound();
        return fileResponse(services, picture, true);
      },
    }),
    route({
      method: 'PUT',
      path: 'api/ohitAnnouncementSend/readAll',
      permission: 'signedIn',
      tag: announcementSend.label,
      summary: '把本人的全部消息标为已读；body为条数',
      handle: async (call) => ok('', await ownNoticesOf(context, call).markAllRead()),
    }),
  ];
}

/** Returns the routes of the caller’s own notices. */
function ownNoticeRoutes(context: CrudContext): Route[] {
  return [
    route({
      method: 'GET',
      path: 'api/ohitAnnouncementSend/querySendInfo',
      permission: 'signedIn',
      tag: announcementSend.label,
      summary: '我的消息（只有本人的）',
      exported: { entity: receivedNotice },
      query: {
        id: '只要这一条',
        userId: '本人编号；其他人的编号不起作用',
        readFlag: '0未读，1已读',
        sendStatus: '默认1',
        titile: '标题包含',
        keyword: '标题包含',
        msgCategory: '消息类型',
        priority: '优先级',
        pageNumber: '页码，从0开始',
        pageSize: '每页条数，最多5000',
        sort: 'id、titile、senderName、sendTime、readFlag、priority或msgCategory，如sendTime,desc',
      },
      handle: async (call) => ok('', await ownNoticesOf(context, call).page(call.query)),
    }),
    ...noticeStateRoutes(context),
  ];
}

/** Returns the routes of announcements. */
function announcementRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;

  return [
    route({
      method: 'GET',
      path: 'api/ohitAnnouncement/listByUser',
      permission: 'signedIn',
      tag: announcement.label,
      summary: '铃铛：各类未读消息的最新五条与条数',
      handle: async (call) => ok('', await ownNoticesOf(context, call).summary()),
    }),
    route({
      method: 'POST',
      path: 'api/ohitAnnouncement/receivers',
      permission: publishPermissions,
      tag: announcement.label,
      summary: '发布前查看接收人：人数与前几位的姓名',
      body: z.object({ to: recipientsBody }),
      async handle(call) {
        const people = await recipientsOf(services.database.orm, registry, call.viewer, call.body.to);
        return ok('', { count: people.length, names: people.slice(0, maxShownNames).map(({ nickName }) => nickName) });
      },
    }),
    route({
      method: 'PUT',
      path: 'api/ohitAnnouncement/send',
      permission: publishPermissions,
      tag: announcement.label,
      summary: '发布公告：全部、机构、角色或人员',
      body: z.object({ id: idSchema, to: recipientsBody }),
      handle: async (call) => {
        const people = await publishAnnouncement(services, registry, call);
        return ok(noticeTexts.sent(people), people);
      },
    }),
    route({
      method: 'PUT',
      path: 'api/ohitAnnouncement/recall',
      permission: publishPermissions,
      tag: announcement.label,
      summary: '撤销已发布的公告',
      body: z.object({ id: idSchema }),
      async handle(call) {
        await recallSentAnnouncement(services, registry, call);
        return ok(noticeTexts.recalled);
      },
    }),
  ];
}

/** Routes of SPEC §7, api/ohitAnnouncement*. The generic calls edit drafts. */
export function noticeRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [...ownNoticeRoutes(context), ...announcementRoutes(context)];
}
