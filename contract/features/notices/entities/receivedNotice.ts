import { defineEntity } from '@contract/entity';
import { dateTime, dict, text } from '@contract/field';
import { announcement } from './notice';

const { titile, msgCategory, priority, senderName } = announcement.fields;

/** 消息: an announcement as the person received it (SPEC §3, Notice). Its list has its own API calls (SPEC §7). */
export const receivedNotice = defineEntity({
  name: 'receivedNotice',
  path: 'api/ohitAnnouncementSend',
  label: '消息',
  titleField: 'titile',
  scope: 'organization',
  fields: {
    titile: text(titile.label, { readonly: true }),
    readFlag: dict('阅读状态', { dict: 'readFlag', readonly: true }),
    msgCategory: dict(msgCategory.label, { dict: 'msgCategory', readonly: true }),
    priority: dict(priority.label, { dict: 'priority', readonly: true }),
    senderName: text(senderName.label, { readonly: true }),
    sendTime: dateTime('发送时间', { readonly: true }),
  },
});
