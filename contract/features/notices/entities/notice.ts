import { defineEntity } from '@contract/entity';
import { dateTime, dict, ref, richText, text } from '@contract/field';
import { noticeTexts } from '../noticeTexts';

/** 通知公告. `titile` is the specification's spelling (SPEC §3). */
export const announcement = defineEntity({
  name: 'announcement',
  path: 'api/ohitAnnouncement',
  label: '通知公告',
  titleField: 'titile',
  scope: 'organization',
  ownerless: true,
  // A sent announcement can't be changed (PRODUCT §2).
  locks: [{ field: 'sendStatus', unless: ['0'], message: noticeTexts.locked }],
  fields: {
    titile: text('标题', { required: true, max: 100 }),
    msgAbstract: text('摘要', { max: 300 }),
    msgContent: richText('内容'),
    msgCategory: dict('消息类型', { dict: 'msgCategory', required: true }),
    priority: dict('优先级', { dict: 'priority', required: true }),
    senderName: text('发布人', { readonly: true }),
    sendStatus: dict('发布状态', { dict: 'sendStatus', readonly: true }),
    sendTime: dateTime('发布时间', { readonly: true }),
    cancelTime: dateTime('撤销时间', { readonly: true }),
  },
});

/** One person's copy of an announcement, with its read state. */
export const announcementSend = defineEntity({
  name: 'announcementSend',
  path: 'api/ohitAnnouncementSend',
  label: '发送记录',
  titleField: 'receiverName',
  scope: 'organization',
  ownerless: true,
  sheet: ['receiverName', 'anntId', 'readFlag', 'readTime', 'sendStatus', 'mailState', 'mailTime', 'mailNote'],
  fields: {
    anntId: ref('通知公告', { required: true, to: 'announcement' }),
    userId: ref('接收人', { required: true, to: 'user' }),
    receiverName: text('接收人姓名', { readonly: true }),
    readFlag: dict('阅读状态', { dict: 'readFlag', readonly: true }),
    readTime: dateTime('阅读时间', { readonly: true }),
    sendStatus: dict('发布状态', { dict: 'sendStatus', readonly: true }),
    /** State of the mail; null where the server sends no mail. Publishing does not depend on it (QUALITY §2). */
    mailState: dict('邮件', { dict: 'mailState', readonly: true }),
    mailTime: dateTime('邮件时间', { readonly: true }),
    mailNote: text('邮件说明', { readonly: true, max: 300 }),
  },
});
