import { defineEntity } from '@contract/entity';
import { dict, flag, integer, secret, text } from '@contract/field';

/**
 * 邮件设置: the server that sends mail. The password can be written and never read. Settings of the environment take
 * precedence. There is at most one row.
 */
export const mailServer = defineEntity({
  name: 'mailServer',
  path: 'api/mailServer',
  label: '邮件设置',
  titleField: 'host',
  scope: 'platform',
  fields: {
    host: text('邮件服务器', { required: true, max: 200, hint: '例如：smtp.example.com' }),
    port: integer('端口', { required: true, min: 1, max: 65_535, initial: 465 }),
    encryption: dict('加密方式', { required: true, dict: 'mailEncryption', initial: 'tls' }),
    account: text('用户名', { max: 100, hint: '不填则不登录' }),
    password: secret('密码', { max: 200, hint: '邮箱密码或授权码；保存后不再显示，编辑时不填则不变' }),
    hasPassword: flag('已设密码', { readonly: true }),
    active: flag('启用', { initial: true, hint: '停用后不发送邮件，只在系统内提醒' }),
    sender: text('发件人', { required: true, rule: 'email', max: 100, hint: '多数服务器要求与用户名相同' }),
  },
});
