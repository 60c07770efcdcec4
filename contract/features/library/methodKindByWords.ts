/** Words in the name of a method that indicate its kind; the first match counts. */
export const methodKindByWords = {
  from: 'title',
  words: [
    ['直接进样', 'gasChromatography'],
    ['溶剂洗脱', 'solventElution'],
    ['气相色谱', 'gasChromatography'],
    ['液相色谱', 'liquidChromatography'],
    ['离子色谱', 'ionChromatography'],
    ['电感耦合', 'inductivelyCoupledPlasma'],
    ['ICP', 'inductivelyCoupledPlasma'],
    ['原子吸收', 'atomicAbsorption'],
    ['原子荧光', 'atomicFluorescence'],
    ['电极', 'electrode'],
    ['分光光度', 'spectrophotometry'],
    ['比色', 'visualColorimetry'],
    ['焦磷酸', 'freeSilica'],
    ['滤膜质量', 'dust'],
    ['滤膜称量', 'dust'],
    ['', 'genericTest'],
  ],
} as const satisfies { from: string; words: readonly (readonly [word: string, kind: string])[] };
