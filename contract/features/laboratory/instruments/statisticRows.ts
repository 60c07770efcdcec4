const meanWords = /^(?:mean|average|avg|平均值?|均值|x̄|χ|mittelwert|moyenne)$/i;
const statisticWords =
  /^(?:%?\s?rsd(?:\s?\(?%\)?)?|cv(?:\s?%)?|max(?:imum)?|min(?:imum)?|std\.?\s?dev\.?|sd|standard deviation|relative (?:sd|standard deviation)|rel\.? std\.? dev\.?|totals?|sum|n|number|range|合计|总计|总和|最大值?|最小值?|标准偏差|标准差|相对标准偏差|极差)\s*[:：]?$/i;

/** Returns whether a cell marks its row as the mean of the rows above. */
export const isMean = (cell: string): boolean => meanWords.test(cell.normalize('NFKC').trim());

/** Returns whether a cell marks its row as a summary of others: a mean, a deviation, a total. */
export const isStatistic = (cell: string): boolean =>
  isMean(cell) || statisticWords.test(cell.normalize('NFKC').trim());
