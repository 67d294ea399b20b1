// @ts-check
// The link to the content moves only the focus: the address may hold the secret of a seat, which must stay there.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.focus();
  main?.scrollIntoView();
});
