// What the pages of 质控归档 say, on the screen, on the server, in the ZIP and in tests (PRODUCT §3; DOMAIN §7.6).
export const archiveTexts = {
  fileStays: '项目已归档，档案中的文件不能修改或删除，只能补充',
  filesTooEarly: '项目提交合同评审后才能上传档案文件',
  terminated: '项目已终止，不能再上传档案文件',
} as const;
