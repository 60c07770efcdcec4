/** Formats ms, with one decimal below a hundred. */
export const msText = (value: number): string =>
  value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('zh-CN');
