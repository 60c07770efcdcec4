import { defineEntity } from '@contract/entity';
import { dateTime, dict, integer, text } from '@contract/field';

// 系统维护 (SPEC §7, uploads of deploy and database): files that a platform administrator uploads for the operator of the
// server.

/** 维护文件: a checked upload. It has no table, because it is stored beside the database that it may replace. */
export const maintenanceFile = defineEntity({
  name: 'maintenance',
  path: 'api/maintenance',
  label: '维护文件',
  titleField: 'fileName',
  scope: 'platform',
  fields: {
    fileName: text('文件名', { readonly: true }),
    kind: dict('类别', { dict: 'maintenanceKind', readonly: true }),
    size: integer('大小', { readonly: true }),
    facts: text('核对结果', { readonly: true }),
    sha256: text('SHA-256', { readonly: true }),
    command: text('使用方法', { readonly: true }),
    uploadedBy: text('上传人', { readonly: true }),
    uploadedAt: dateTime('上传时间', { readonly: true }),
  },
});

export type MaintenanceKind = 'database' | 'deploy';

export interface MaintenanceLine {
  readonly id: number;
  readonly fileName: string;
  readonly kind: MaintenanceKind;
  /** Bytes. */
  readonly size: number;
  /** Findings of the check as text. */
  readonly facts: string;
  readonly sha256: string;
  /** Command with which the operator uses the file. */
  readonly command: string;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
}

export const maintenanceTexts = {
  off: '系统维护未开放。需要时由运维人员把环境变量 MAINTENANCE 设为 on，重启后可用。',
  about:
    '上传的备份和更新包先在服务器上核对，只存放、不执行：由运维人员停止服务后，在服务器上按“使用方法”恢复或更新。全部操作记入审计日志。',
  uploadDatabase: '上传备份',
  uploadDeploy: '上传更新包',
  remove: '删除',
  confirmRemove: '确定删除该维护文件吗？',
  password: '登录密码',
  askPassword: '请先输入登录密码，再上传或删除维护文件',
  noKey: '没有设置更新的公钥（环境变量UPDATE_KEY），不能核对更新包。请由运维人员设置后重启。',
  badSignature: '更新包与签名不符，没有保存。请向产品提供方重新获取更新包和签名。',
  noSignature: '请填写随更新包提供的签名',
  badName: '更新包应为 occhealth-lab-版本号.tar.gz，请不要更改文件名',
  notNewer: (version: string) => `更新包的版本不高于现在运行的 ${version} 版，没有保存。`,
  signed: (version: string) => `${version} 版，签名有效`,
  restoreBy: (path: string) => `停止服务，将现有数据目录改名，再运行：npm run restore -- ${path}`,
  updateBy: (path: string) => `备份后停止服务，运行：tar -xzf ${path} -C 程序目录，再运行：npm start`,
  signature: '签名',
  signatureHint: '随更新包提供的 .sig 文件的内容',
} as const;
