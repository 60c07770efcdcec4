import type { BuiltInRole } from '@server/builtIn/roles';

export const organizations = [
  {
    name: '浙江衡谱职业健康检测技术有限公司',
    code: 'HPJC',
    creditCode: '91330110MA2DEHX80X',
    qualification: '（浙）职卫技字〔2023〕第0286号',
    contact: '戴宏远',
    phone: '13588063917',
    address: '浙江省杭州市余杭区五常街道荆长路768号3幢',
    footerTxt: '版权所有 © 浙江衡谱职业健康检测技术有限公司',
  },
  {
    name: '江苏清澜安全环境检测有限公司',
    code: 'QLJC',
    creditCode: '91320506MA5Q5JX68W',
    qualification: '（苏）职卫技字〔2022〕第0153号',
    contact: '翁志清',
    phone: '13951104862',
    address: '江苏省苏州市吴中区郭巷街道尹山湖路169号',
    footerTxt: '版权所有 © 江苏清澜安全环境检测有限公司',
  },
] as const;

export interface Person {
  readonly userName: string;
  readonly nickName: string;
  readonly phone: string;
  readonly role: BuiltInRole['key'];
  readonly certNo?: string;
  /** Post, professional title and speciality, which a report prints beside its signers (GBZ 331-2024 H.1). */
  readonly signs?: { readonly post: string; readonly jobTitle: string; readonly major: string };
}

/** One account for each job of PRODUCT §1. */
export const firstOrganizationPeople = [
  { userName: 'sales', nickName: '许佳敏', phone: '13588710462', role: 'sales' },
  { userName: 'field', nickName: '周海涛', phone: '15868412079', role: 'field', certNo: 'ZJZWJS-2021-0613' },
  { userName: 'keeper', nickName: '沈月红', phone: '13757190834', role: 'keeper' },
  { userName: 'analyst', nickName: '林思远', phone: '18867103526', role: 'analyst', certNo: 'ZJZWJS-2022-0587' },
  { userName: 'reviewer', nickName: '陶建英', phone: '13906718205', role: 'reviewer' },
  {
    userName: 'approver',
    nickName: '戴宏远',
    phone: '13588063917',
    role: 'approver',
    signs: { post: '技术负责人', jobTitle: '高级工程师', major: '分析化学' },
  },
  {
    userName: 'quality',
    nickName: '孟庆岚',
    phone: '13666684170',
    role: 'quality',
    signs: { post: '质量负责人', jobTitle: '工程师', major: '预防医学' },
  },
  {
    userName: 'reporter',
    nickName: '范晓彤',
    phone: '15158027643',
    role: 'reporter',
    signs: { post: '报告编制人', jobTitle: '助理工程师', major: '环境工程' },
  },
  { userName: 'enterprise', nickName: '沈建国', phone: '13857106241', role: 'enterprise' },
  { userName: 'auditor', nickName: '裘正平', phone: '13957104598', role: 'auditor' },
  { userName: 'thirdparty', nickName: '俞志衡', phone: '13605712846', role: 'outside' },
] as const satisfies readonly Person[];

export const secondOrganizationPeople = [
  { userName: 'admin2', nickName: '翁志清', phone: '13951104862', role: 'admin' },
  { userName: 'sales2', nickName: '陆婉婷', phone: '15995728316', role: 'sales' },
] as const satisfies readonly Person[];

export const accountNames: readonly string[] = [...firstOrganizationPeople, ...secondOrganizationPeople].map(
  ({ userName }) => userName,
);
