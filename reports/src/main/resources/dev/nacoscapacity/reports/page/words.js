// What the run left, as the program wrote it into the page.

const DATA = JSON.parse(document.getElementById("data").textContent);
let RUN = DATA.run;

// The page's language. Every element that names its words in data-t is written anew.

const LANGUAGES = ["en", "zh"];
let language = 0;

/** Words of a key; {0}, {1} take the arguments, {0:#node|nodes} is 1 node or 3 nodes. A key without words is shown as it is. */
function t(key, ...places) {
  const words = DATA.words[key];
  let text = words === undefined ? key : words[language];
  places.forEach((place, i) => {
    const counted = (all, one, several) => (one === undefined ? place : `${place} ${`${place}` === "1" ? one : several}`);
    text = text.replace(new RegExp(`\\{${i}(?::#([^|}]*)\\|([^}]*))?\\}`, "g"), counted);
  });
  return text;
}

/** A name that a record gave: in the page's language where it has words for it. */
function named(prefix, name) {
  return DATA.words[prefix + name] === undefined ? name : t(prefix + name);
}

function speak(code) {
  language = Math.max(0, LANGUAGES.indexOf(code));
  document.documentElement.lang = language === 1 ? "zh-CN" : "en";
  document.querySelectorAll("[data-t]").forEach((element) => {
    const places = [];
    while (element.dataset[places.length] !== undefined) places.push(element.dataset[places.length]);
    element.textContent = t(element.dataset.t, ...places);
  });
  document.querySelectorAll("[data-zh]").forEach((element) => {
    element.textContent = element.dataset[LANGUAGES[language]];
  });
}

/** What the page was made to open in, if that is not English; else the browser's first language that it speaks. */
function firstLanguage() {
  const { opens } = document.documentElement.dataset;
  if (opens !== LANGUAGES[0]) return opens;
  const spoken = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return spoken.find((code) => LANGUAGES.includes(code)) ?? "en";
}

/** The buttons of the page's language; what is drawn is drawn anew in the one that is chosen. */
function languages(redraw) {
  const buttons = [...document.querySelectorAll("[data-language]")];
  const say = (code) => {
    speak(code);
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.language === LANGUAGES[language])));
    redraw();
  };
  buttons.forEach((button) => button.addEventListener("click", () => say(button.dataset.language)));
  document.getElementById("language").hidden = false;
  say(firstLanguage());
}
