const meanWords =
  /^(?:mean(?: value)?|average(?: value)?|avg\.?|平均值?|均值|x̄|χ|mittelwert|moyenne|promedio|среднее)$/i;
const statisticWords =
  /^(?:%?\s?rsd(?:\s?\(?%\)?)?|%?\s?cv(?:\s?\(?%\)?)?|max(?:imum)?|min(?:imum)?|std\.?\s?dev\.?|stdev|sd|standard deviation|relative (?:sd|standard deviation)|rel\.? std\.? dev\.?|totals?|sum|summen?|n|number|range|standardabweichung|slope|intercept|r\^2|r²|r-squared|correlation(?: coefficient)?|合计|总计|总和|总量|最大值?|最小值?|标准偏差|标准差|相对标准偏差|相对偏差|变异系数|极差|样品数|斜率|截距|相关系数|回归方程|曲线方程|检出限|定量限)(?:\s?r²?|\s?\(%\))?\s*[:：]?$/i;

/** Returns whether a cell marks its row as the mean of the rows above. */
export const isMean = (cell: string): boolean => meanWords.test(cell.normalize('NFKC').trim());

/** Returns whether a cell marks its row as a summary of others: a mean, a deviation, a total. */
export const isStatistic = (cell: string): boolean =>
  isMean(cell) || statisticWords.test(cell.normalize('NFKC').trim());
