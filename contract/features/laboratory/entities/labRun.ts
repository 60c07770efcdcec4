import { defineEntity } from '@contract/entity';
import { date, dict, file, integer, longText, ref, text } from '@contract/field';
import { runTexts } from '../runs/runTexts';

/**
 * 分析批: one file of an instrument with samples of any projects and hazards. It keeps the raw file, so that no
 * client's record holds another client's samples.
 */
export const labRun = defineEntity({
  name: 'labRun',
  path: 'api/labRun',
  label: '分析批',
  titleField: 'runNo',
  scope: 'organization',
  keyword: ['runNo', 'fileName', 'remark'],
  locks: [{ field: 'state', unless: ['open'], message: runTexts.written }],
  fields: {
    runNo: text('分析批编号', { readonly: true, unique: true, max: 60 }),
    runDate: date('检测日期', { required: true }),
    instrument: ref('检测仪器', { to: 'equipment' }),
    analyst: ref('检测人', { to: 'user', readonly: true }),
    file: file('仪器文件', { required: true, accept: 'document' }),
    fileName: text('文件名', { readonly: true, max: 255 }),
    size: integer('大小', { readonly: true }),
    sha256: text('SHA-256', { readonly: true, max: 64 }),
    /** How the file was read when its readings were written. */
    profile: text('读取方式', { readonly: true, max: 100 }),
    profileVersion: integer('读取方式版本', { readonly: true }),
    state: dict('状态', { dict: 'labRunState', readonly: true, initial: 'open' }),
    remark: longText('备注', { max: 500 }),
  },
});
