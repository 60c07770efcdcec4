import { defineEntity } from '@contract/entity';
import { dateTime, flag, text } from '@contract/field';

/**
 * 在线用户: a signed-in browser as displayed in lists. It has no table (the server joins session and person), so it has
 * no generic API calls.
 */
export const onlineSession = defineEntity({
  name: 'online',
  path: 'auth/online',
  label: '在线用户',
  titleField: 'nickName',
  scope: 'platform',
  keyword: ['userName', 'nickName', 'ip'],
  fields: {
    nickName: text('姓名', { readonly: true }),
    userName: text('用户名', { readonly: true, rule: 'userName' }),
    organizationName: text('所属机构', { readonly: true }),
    current: flag('当前会话', { readonly: true }),
    ip: text('IP地址', { readonly: true, rule: 'ip' }),
    agent: text('设备', { readonly: true }),
    createTime: dateTime('登录时间', { readonly: true }),
    seenTime: dateTime('最近活动', { readonly: true }),
  },
});
