import { defineEntity } from '@contract/entity';
import { dict, flag, integer, longText, ref, text } from '@contract/field';

/**
 * 读取方式: the profile for reading one kind of file, as a person defined it. A profile never changes; saving it again
 * stores a new version.
 */
export const runProfile = defineEntity({
  name: 'runProfile',
  path: 'api/runProfile',
  label: '读取方式',
  titleField: 'profileName',
  scope: 'organization',
  keyword: ['profileName'],
  fields: {
    profileName: text('名称', { required: true, max: 60 }),
    versionNo: integer('版本', { readonly: true, initial: 1 }),
    /** Instrument of the profile. A table without headings is read only in runs of this instrument. */
    instrument: ref('检测仪器', { to: 'equipment' }),
    /** Row of headings, cells separated by tabs; null where the table has none. */
    headings: longText('表头', { max: 2000 }),
    /** Column of the samples; columns are counted from 0. */
    sampleColumn: integer('样品列', { min: 0, max: 500 }),
    /** Key above the table whose value is the sample; without key and column the file name is the sample. */
    sampleKey: text('样品名所在项', { max: 60 }),
    componentColumn: integer('组分列', { min: 0, max: 500 }),
    replicateColumn: integer('读数次数列', { min: 0, max: 500 }),
    unitColumn: integer('单位列', { min: 0, max: 500 }),
    timeColumn: integer('时间列', { min: 0, max: 500 }),
    valueColumn: integer('数值列', { required: true, min: 0, max: 500 }),
    quantity: dict('测量量', { dict: 'instrumentQuantity', required: true, initial: 'area' }),
    decimalMark: dict('小数点', { dict: 'decimalMark' }),
    /** Names in the file and the hazards that they mean, one pair a line, `MEK=丁酮`. */
    componentNames: longText('组分名称对应', { max: 2000, hint: '每行一个，例如：MEK=丁酮' }),
    averaged: flag('同一样品多次读数取平均值'),
  },
});
