import { defineEntity } from '@contract/entity';
import { date, dict, file, flag, longText, refs, secret, text } from '@contract/field';

/** 用户 (SPEC §3). The password is written, never read; only a platform administrator may set `isAdmin`. */
export const user = defineEntity({
  name: 'user',
  path: 'api/user',
  label: '用户',
  titleField: 'nickName',
  scope: 'organization',
  keyword: ['userName', 'nickName', 'phone'],
  fields: {
    userName: text('用户名', { required: true, rule: 'userName', unique: 'everywhere', max: 20 }),
    nickName: text('姓名', { required: true, max: 20 }),
    password: secret('初始密码', { rule: 'password', hint: '新增时必填；编辑时不填则不变' }),
    phone: text('手机号码', { rule: 'phone', max: 11 }),
    email: text('电子邮箱', { rule: 'email', max: 100 }),
    /** Required by the platforms to which reports are submitted (DOMAIN §7.8). */
    certNo: text('技术人员证书编号', { max: 50, hint: '专业技术人员培训合格证书，报送监管平台时填写' }),
    roles: refs('角色', { to: 'role' }),
    expiryDate: date('到期日', { hint: '不填或到期后不能登录；管理员不受限制' }),
    enabled: dict('状态', { dict: 'enabled', required: true, initial: '1' }),
    isQy: flag('企业用户', { hint: '只能查看所选受检单位的项目与报告' }),
    units: refs('所属受检单位', { to: 'inspectUnit' }),
    isOutside: flag('第三方人员', { hint: '外部质控专家，只能查看指派给本人的任务、费用与积分' }),
    isAdmin: flag('平台管理员'),
    avatar: file('头像', { accept: 'image' }),
    remark: longText('备注', { max: 500 }),
  },
});
