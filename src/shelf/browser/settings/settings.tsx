import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ViewHead } from '../frame/view-head.js';
import { say } from '../words/say.js';
import { LendingPeriods } from './lending-periods.js';
import { NoticeChoiceSection } from './notice-choice.js';

/** Null where there is nothing to choose. It is found while the page still has it. */
const FORM = document.getElementById('language');

/** What the patron chooses for themselves. */
export function Settings(): VNode {
  const language = useLanguageChoice();
  return (
    <section aria-labelledby="settings">
      <ViewHead view="settings" name={say('mySettings')} />
      <div ref={language} />
      <LendingPeriods />
      <NoticeChoiceSection />
    </section>
  );
}

/** The page's HTML has the form for the language, which also works before the patron has signed in: it moves here. */
function useLanguageChoice(): { readonly current: HTMLDivElement | null } {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const home = FORM?.parentNode;
    if (FORM === null) return;
    place.current?.append(FORM);
    return () => void home?.append(FORM);
  }, []);
  return place;
}
