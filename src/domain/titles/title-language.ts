/**
 * The codes of a language: first that of ISO 639-1, then those of ISO 639-2 and 639-3, terminological and bibliographic. Catalogues have
 * `en`, and records made from MARC have `eng`. Norwegian also has those of its two forms.
 */
const CODES =
  'aa aar, ab abk, ae ave, af afr, ak aka fat twi, am amh, an arg, ar ara arb, as asm, av ava, ay aym ayr, az aze azj, ba bak, be bel, bg ' +
  'bul, bi bis, bm bam, bn ben, bo bod tib, br bre, bs bos, ca cat, ce che, ch cha, co cos, cr cre cwd, cs ces cze, cu chu, cv chv, cy ' +
  'cym wel, da dan, de deu ger, dv div, dz adp dzo, ee ewe, el ell gre, en eng, eo epo, es spa, et ekk est, eu baq eus, fa fas per pes, ' +
  'ff fuc ful, fi fin, fj fij, fo fao, fr fra fre, fy fry, ga gle, gd gla, gl glg, gn grn gug, gu guj prp, gv glv, ha hau, he heb, hi ' +
  'hin, ho hmo, hr hrv scr, ht hat, hu hun, hy arm hye, hz her, ia ina, id ind, ie ile, ig ibo, ii iii, ik esk ipk, io ido, is ice isl, ' +
  'it ita, iu ike iku, ja jpn, jv jav jaw, ka geo kat, kg kng kon, ki kik, kj kua, kk kaz, kl kal, km khm, kn kan, ko kor, kr kau knc, ks ' +
  'kas, ku kmr kur, kv kom kpv, kw cor, ky kir, la lat, lb ltz, lg lug, li lim, ln lin, lo lao, lt lit, lu lub, lv lav lvs, mg mlg plt, ' +
  'mh mah, mi mao mri, mk mac mkd, ml mal, mn drh khk mon, mr mar, ms may msa zsm, mt mlt, my bur mya, na nau, nd nde, ne nep npi, ng ' +
  'ndo, nl dut nld, no nor nb nob nn nno, nr nbl, nv nav, ny nya, oc oci, oj ojg oji, om gaz orm, or ori ory, os oss, pa pan, pi pli, pl ' +
  'pol, ps pbu pus, pt por, rm roh, rn run, ro mol ron rum, ru rus, rw kin, sa cls san, sc src srd, sd snd, se sme, sg sag, si sin, sk ' +
  'slk slo, sl slv, sm smo, sn sna, so som, sq alb als sqi, sr scc srp, ss ssw, st sot, su sun, sv swe, sw swa swh, ta tam, te tel, tg ' +
  'tgk, th tha, ti tir, tk tuk, tn tsn, to ton, tr tur, ts tso, tt tat, ty tah, ug uig, uk ukr, ur urd, uz uzb uzn, ve ven, vi vie, vo ' +
  'vol, wa wln, wo wol, xh xho, yi ydd yid, yo yor, za zha zyb, zh chi cmn zho, zu zul';

const GROUPS: readonly (readonly string[])[] = CODES.split(', ').map((group) => group.split(' '));
const GROUP_OF: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.flatMap((group) => group.map((code) => [code, group] as const)),
);

/** A tag's parts, in lower case: `en` and `gb` of `en-GB` and `EN_gb`. */
function partsOf(tag: string): string[] {
  return tag.trim().toLowerCase().split(/[-_]/);
}

/** The language of a code in a title's record, as its shortest code: `en` for `en`, `EN-gb` and `eng`. */
export function languageOf(code: string): string {
  const [language = ''] = partsOf(code);
  return GROUP_OF.get(language)?.[0] ?? language;
}

/** All codes with the same meaning, in lower case: `en` and `eng` for either. A code with a region or a script has no others. */
export function codesOfLanguage(code: string): readonly string[] {
  const parts = partsOf(code);
  const [language = ''] = parts;
  return (parts.length === 1 ? GROUP_OF.get(language) : undefined) ?? [parts.join('-')];
}
