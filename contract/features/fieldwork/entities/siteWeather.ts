import { defineEntity } from '@contract/entity';
import { dateTime, decimal, ref, text } from '@contract/field';

/** 气象条件: weather at a time and place of a sampling day (DOMAIN §1.10). V0 is computed from it (§1.4). */
export const siteWeather = defineEntity({
  name: 'siteWeather',
  path: 'api/siteWeather',
  label: '气象条件',
  titleField: 'place',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    samplingDay: ref('采样日期', { required: true, to: 'samplingDay' }),
    measuredAt: dateTime('测量时间', { required: true }),
    place: text('测量地点', { required: true, max: 100 }),
    sky: text('天气状况', { max: 50 }),
    temperature: decimal('气温', { required: true, digits: 1, unit: '℃', min: '-60' }),
    humidity: decimal('相对湿度', { digits: 1, unit: '%', min: '0' }),
    pressure: decimal('气压', { required: true, digits: 2, unit: 'kPa', min: '50' }),
    windSpeed: decimal('风速', { digits: 2, unit: 'm/s', min: '0', hint: '填写三次读数时为平均值' }),
    windSpeed1: decimal('风速读数1', { digits: 2, unit: 'm/s', min: '0' }),
    windSpeed2: decimal('风速读数2', { digits: 2, unit: 'm/s', min: '0' }),
    windSpeed3: decimal('风速读数3', { digits: 2, unit: 'm/s', min: '0' }),
    windDirection: text('风向', { max: 20 }),
    equipment: ref('气象仪器', { to: 'equipment' }),
    recordedAt: dateTime('记录时间', { readonly: true }),
    clientId: text('离线标识', { max: 64, unique: true, hint: '手机离线记录的标识' }),
  },
});
